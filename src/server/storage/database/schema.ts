import type { Generated } from 'kysely'
import type { StoredRequest } from '../../../callback-request/stored-request.ts'
import type { Channel, MessageStatus } from '../outbox/outbox-message.ts'

/**
 * The tables, in types that SQLite and PostgreSQL store in the same way: text for identifiers and instants (ISO 8601,
 * UTC, to the millisecond, so that they sort as text), integers 0 and 1 for no and yes, JSON as text.
 */
export interface Schema {
  callback_requests: CallbackRequestsTable
  outbox_messages: OutboxMessagesTable
  /** Webhook endpoints that answered 410 Gone. */
  closed_webhooks: {
    /** SHA-256 of the address, in hex: an address may contain a secret. */
    url_hash: string
    /** An instant. */
    closed_at: string
  }
  /** One row, written only to find out whether the store accepts writes. */
  write_probe: {
    /** Always 1. */
    id: number
    /** When the last probe was written: an instant. */
    written_at: string
    /** As many bytes as a large request. */
    ballast: string
  }
  /** How much each client has sent recently. Only on PostgreSQL; a row is deleted soon after its window has ended. */
  rate_limit_counts: {
    /** The client's address, or its network's. */
    client: string
    posts: number
    /** The sum of these posts' bodies. */
    bytes: number
    /** An instant. */
    window_ends_at: string
  }
  /** All erased requests, as hashes that only this store's key can make: `erasure-hash.ts`. */
  erasures: {
    hash: string
  }
  /** One row. */
  erasure_key: {
    /** Always 1. */
    id: number
    /** 32 random bytes in hex, created with the table. Every backup has it. */
    key: string
  }
}

/**
 * A stored request: `reference` is its name for visitor and coordinator (`reference.ts`), `message` has LF as line break.
 * The two ends of the slot are not stored separately.
 */
export interface CallbackRequestsTable
  extends Omit<StoredRequest, 'start_time' | 'end_time' | 'status' | 'suspected' | 'campaign'> {
  status: Generated<StoredRequest['status']>
  /** 1 when the request has spam signals. */
  suspected: number
  /** JSON of a `Campaign`, or null. */
  campaign: string | null
  /** The caller's Idempotency-Key, kept as long as the request; unique within its form. */
  idempotency_key: string | null
  /** The start of the retention period where `received_at` is known to be too early: an instant. Else null. */
  kept_from: string | null
}

/** A message about a request. It contains nothing that was typed: each attempt reads the request itself. */
export interface OutboxMessagesTable {
  /** The same for all attempts: the mail's Message-ID and the webhook's id. */
  id: string
  /** The request, with which the message is erased. */
  reference: string
  channel: Channel
  status: MessageStatus
  /** When it was queued, or queued again: an instant. */
  queued_at: string
  /** The message is not tried again before this instant; without meaning before the first failure. */
  due_at: string
  failed_attempts: Generated<number>
  /** The latest failure: an instant. It shows when a clock has been put back since. */
  failed_at: string | null
  /** How long it has waited between attempts altogether. A sum, since clocks jump. */
  waited_seconds: Generated<number>
  /** A new random text each time the message is claimed; null while nobody delivers it. */
  lease: string | null
  /** For a mail to a visitor: its day and a hash of the address, `visitor-mail-limit.ts`. Null for other messages. */
  recipient: string | null
}
