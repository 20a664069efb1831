import type { Channel } from '../storage/outbox/outbox-message.ts'
import type { ClaimedMessage } from '../storage/outbox/outbox-messages.ts'

/** The result of one attempt. A reason is a code, such as `SMTP 451`: never what somebody typed. */
export type DeliveryResult =
  /** With a reason when only a part was delivered. */
  | { kind: 'delivered'; reason?: string }
  | { kind: 'failed'; reason: string; retryAfterSeconds?: number | undefined }
  /** It can no longer be of use to anybody: it is not tried again, and nobody has to do anything. */
  | { kind: 'dropped'; reason: string }
  /** The attempt does not count: the message waits as before. */
  | { kind: 'released' }

/** Delivers the messages of one channel. */
export interface Delivery {
  channel: Channel
  /** How long one attempt may take. Afterwards its signal is aborted. */
  timeoutMs: number
  /** Makes one attempt. A fault that is thrown counts as a failed one. */
  deliver(message: ClaimedMessage, signal: AbortSignal): Promise<DeliveryResult>
}
