import type { Generated } from 'kysely'

/**
 * The tables, in types that SQLite and PostgreSQL keep alike: text for identifiers and instants (ISO 8601, UTC, to
 * the millisecond, so that they sort as text), integers 0 and 1 for no and yes, JSON as text.
 */
export interface Schema {
  callback_requests: CallbackRequestsTable
  write_probe: WriteProbeTable
  rate_limit_counts: RateLimitCountsTable
}

export interface CallbackRequestsTable {
  /** What visitor and coordinator call the request by: `reference.ts`. */
  reference: string
  /** The form it came by: `appointment` or `contact`. */
  form: string
  name: string
  phone: string
  email: string
  /** One of the services that the appointment form offers; null for contact. */
  service: string | null
  /** As typed, lines parted by LF; null for appointment. */
  message: string | null
  /** `Anytime` or the window, as the specification writes it. Its two ends are not stored apart. */
  time_slot: string
  /** When the server accepted the call: an instant. */
  received_at: string
  /** `new` until the desk moves it. */
  status: Generated<string>
  /** 1 when the request bears a sign of not being a patient's. */
  suspected: number
  /** JSON of a `Campaign`, or null. */
  campaign: string | null
  /** The privacy notice that was in force at receipt. */
  notice_version: string
  /** The caller's Idempotency-Key, kept as long as the request; unique within its form. */
  idempotency_key: string | null
}

/** One row, written only to learn whether the store takes writes. */
export interface WriteProbeTable {
  /** Always 1. */
  id: number
  /** When the last probe was written: an instant. */
  written_at: string
}

/** How much each client has sent lately. On PostgreSQL alone; a row is deleted soon after its window has ended. */
export interface RateLimitCountsTable {
  /** The client's address, or its network's. */
  client: string
  posts: number
  /** An instant. */
  window_ends_at: string
}
