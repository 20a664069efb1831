import type { Generated } from 'kysely'
import type { CallbackDetails } from '../../../callback-request/callback-details.ts'
import type { Service } from '../../../callback-request/services.ts'
import type { RequestStatus } from '../../../callback-request/statuses.ts'
import type { TimeSlot } from '../../../callback-request/time-slots.ts'
import type { Channel, MessageStatus } from '../outbox/outbox-message.ts'

/**
 * The tables, in types that SQLite and PostgreSQL keep alike: text for identifiers and instants (ISO 8601, UTC, to
 * the millisecond, so that they sort as text), integers 0 and 1 for no and yes, JSON as text.
 */
export interface Schema {
  callback_requests: CallbackRequestsTable
  outbox_messages: OutboxMessagesTable
  closed_webhooks: DisabledWebhooksTable
  write_probe: WriteProbeTable
  rate_limit_counts: RateLimitCountsTable
  erasures: ErasuresTable
  erasure_key: ErasureKeyTable
}

export interface CallbackRequestsTable {
  /** What visitor and coordinator call the request by: `reference.ts`. */
  reference: string
  form: CallbackDetails['form']
  name: string
  phone: string
  email: string
  /** Null for contact. */
  service: Service | null
  /** As typed, lines parted by LF; null for appointment. */
  message: string | null
  /** Its two ends are not stored separately. */
  time_slot: TimeSlot
  /** When the server accepted the call: an instant. */
  received_at: string
  status: Generated<RequestStatus>
  /** 1 when the request bears a sign of not being a patient's. */
  suspected: number
  /** JSON of a `Campaign`, or null. */
  campaign: string | null
  /** The privacy notice that was in force at receipt. */
  notice_version: string
  /** The caller's Idempotency-Key, kept as long as the request; unique within its form. */
  idempotency_key: string | null
  /**
   * From when the retention period is counted where `received_at` is known to be too early: an instant. Null where
   * nothing is known against `received_at`.
   */
  kept_from: string | null
}

/** What is to be sent about a request. It holds nothing that was typed: each try reads the request itself. */
export interface OutboxMessagesTable {
  /** Constant over all tries: the mail's Message-ID and the webhook's id. */
  id: string
  /** The request, with which the message goes. */
  reference: string
  channel: Channel
  status: MessageStatus
  /** When it was queued, or queued again: an instant. */
  queued_at: string
  /** Not to be tried again before this instant; without meaning before the first failure. */
  due_at: string
  failed_attempts: Generated<number>
  /** The latest failure: an instant. It shows when a clock has been put back since. */
  failed_at: string | null
  /** How long it has waited between tries altogether. Counted, since clocks jump. */
  waited_seconds: Generated<number>
  /** Whose turn it is: a new random text each time it is claimed; null when it is nobody's. */
  lease: string | null
  /** Of a mail to a visitor: its day and a hash of the address, `visitor-mail-limit.ts`. Null of any other message. */
  recipient: string | null
}

/** Webhook endpoints that answered 410 Gone. */
export interface DisabledWebhooksTable {
  /** SHA-256 of the address, in hex: an address may hold a secret. */
  url_hash: string
  /** An instant. */
  closed_at: string
}

/** One row, written only to learn whether the store takes writes. */
export interface WriteProbeTable {
  /** Always 1. */
  id: number
  /** When the last probe was written: an instant. */
  written_at: string
  /** As many bytes as a large request. */
  ballast: string
}

/** How much each client has sent lately. On PostgreSQL alone; a row is deleted soon after its window has ended. */
export interface RateLimitCountsTable {
  /** The client's address, or its network's. */
  client: string
  posts: number
  /** Of the bodies of these posts. */
  bytes: number
  /** An instant. */
  window_ends_at: string
}

/** Every request that was ever erased, by a hash that only this store's key can make: `erasure-hash.ts`. */
export interface ErasuresTable {
  hash: string
}

/** One row. */
export interface ErasureKeyTable {
  /** Always 1. */
  id: number
  /** 32 random bytes in hex, made with the table. It goes with every backup. */
  key: string
}
