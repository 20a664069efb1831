import type { Channel } from '../storage/outbox/outbox-message.ts'
import type { ClaimedMessage } from '../storage/outbox/outbox-messages.ts'

/** What a try to deliver came to. A reason is a code, such as `SMTP 451`: never what somebody typed. */
export type DeliveryResult =
  /** With a reason when it was so only in part. */
  | { kind: 'delivered'; reason?: string }
  | { kind: 'failed'; reason: string; retryAfterSeconds?: number | undefined }
  /** It can no longer be of use to anybody: not tried again, and nobody has to look after it. */
  | { kind: 'dropped'; reason: string }
  /** The way is closed: the message waits until somebody opens it. */
  | { kind: 'closed' }

/** One way by which messages go out. */
export interface Delivery {
  channel: Channel
  /** How long one try may take. Afterwards its signal is aborted. */
  timeoutMs: number
  /** False while nothing can go out by this way. */
  isOpen(): Promise<boolean>
  /** Tries once. A fault that is thrown counts as a failed try. */
  deliver(message: ClaimedMessage, signal: AbortSignal): Promise<DeliveryResult>
}
