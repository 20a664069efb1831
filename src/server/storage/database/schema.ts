import type { Generated } from 'kysely'
import type { AuditEvent } from '../../../callback-request/calling/audit-kinds.ts'
import type { HeldCallback } from '../../../callback-request/calling/refusals.ts'
import type { Note, RecordedChange, SentMessage } from '../../../callback-request/calling/timeline.ts'
import type { InvitationKind, SessionStage, StaffRole } from '../../../callback-request/staff-account.ts'
import type { StoredRequest } from '../../../callback-request/stored-request.ts'

/** Work that must succeed again and again without anybody asking for it. */
export type MaintenanceTask = 'backup' | 'drill' | 'retention'

/**
 * The tables, in types that SQLite and PostgreSQL store in the same way: text for identifiers and instants (ISO 8601,
 * UTC, to the millisecond, so that they sort as text), integers 0 and 1 for no and yes, JSON as text.
 */
export interface Schema {
  callback_requests: CallbackRequestsTable
  outbox_messages: OutboxMessagesTable
  /** One row, with id 1, written only to find out whether the store accepts writes. `written_at` is an instant. */
  write_probe: {
    id: number
    written_at: string
    ballast: string
  }
  /** What clients have sent, and how often they failed to sign in: `limits.ts`. */
  limits: {
    /** SHA-256 in hex of whoever is counted. */
    subject: string
    times: number
    /** Of posts: the sum of their bodies. */
    bytes: number
    /** An instant. A row is deleted some time after it. */
    window_ends_at: string
  }
  /** All erased requests, as hashes that only this store's key can make: `erasure.ts`. */
  erasures: {
    hash: string
  }
  /** What belongs to the store as a whole: one row, with id 1. */
  store: {
    id: number
    /** 32 random bytes in hex, created with the table. Every backup has them. */
    erasure_key: string
    /** The store's own clock, an instant. `clock.ts` says what moves it. */
    clock: string
    /** When a desk was started first: an instant, or null. */
    desk_started_at: string | null
  }
  callbacks: CallbacksTable
  /** Who asked not to be called any more: what their number asks later is held back. */
  blocked_numbers: {
    /** The callback with this outcome. */
    callback: string
    number: string
  }
  /** What requests can be found by: `stored-request.ts`. */
  request_words: {
    word: string
    /** The request's. */
    received_at: string
    reference: string
  }
  attempts: AttemptsTable
  notes: Note & { callback: string }
  staff: StaffTable
  staff_sessions: StaffSessionsTable
  /** Links by which people choose a password, until they are used. */
  staff_invitations: {
    /** SHA-256 of the token in the link, in hex. */
    token_hash: string
    staff: string
    kind: InvitationKind
    /** An instant. */
    expires_at: string
  }
  audit_events: AuditEventsTable
  /** Backups, drills and retention sweeps: the latest success, and the first failure since. Instants, or null. */
  maintenance_runs: {
    task: MaintenanceTask
    succeeded_at: string | null
    failed_at: string | null
  }
  /** What was mailed to ALERT_EMAIL of each problem. */
  alerts: {
    problem: string
    /** `told`; `over`, which is not told yet; `none` before and after. */
    state: 'none' | 'told' | 'over'
    /** No mail about it is sent before this instant, except that it is over. */
    next_mail_at: string
  }
}

/** A stored request. `message` has LF as line break. The two ends of the slot are not stored separately. */
export interface CallbackRequestsTable
  extends Omit<StoredRequest, 'start_time' | 'end_time' | 'status' | 'suspected' | 'campaign'> {
  /** JSON of a `Campaign`, or null. */
  campaign: string | null
  /** The caller's Idempotency-Key, kept as long as the request; unique within its form. */
  idempotency_key: string | null
  /** The callback that it belongs to, and the revision with which it joined it; null while it has none. */
  callback: string | null
  revision: number | null
  /** The window that was promised when it joined: instants. */
  due_from: string | null
  due_until: string | null
  /** The callback's revision when the visitor withdrew it; and 1 when another request replaced it. */
  withdrawn_revision: number | null
  is_corrected: Generated<number>
  /** What the number is compared by: E.164, or the digits that were typed. */
  number: string
  /** Whose request it is: decided once, when it was stored. */
  person: string
  /** What the store's own clock showed when it was stored: an instant. Null where only its date counts. */
  kept_from: string | null
}

/** A message about a request, with which it is erased. Each attempt reads the request: nothing typed is in here. */
export interface OutboxMessagesTable extends SentMessage {
  /** The same for all attempts: the mail's Message-ID and the webhook's id. */
  id: string
  /** The message is not tried again before this instant; without meaning before the first failure. */
  due_at: string
  failed_attempts: Generated<number>
  /** Why the latest attempt failed, or what it did not reach: a code such as `SMTP 451`. Null after a full success. */
  failure: string | null
  /** 1 when the channel itself failed at the latest attempt: it is tried again when the channel works again. */
  channel_failed: Generated<number>
  /** JSON of `Replies`: what the mail server has finally said to some of the department's addresses. Null before. */
  recipient_replies: string | null
  /** How long it has waited between attempts altogether. A sum, since clocks jump. */
  waited_seconds: Generated<number>
  /** A new random text each time the message is claimed; null while nobody delivers it. */
  lease: string | null
  /** For a mail to a visitor: a hash of the address. Null for other messages. */
  recipient: string | null
}

/** What one person waits for at one number, or waited for: one row for all requests until they are settled. */
export interface CallbacksTable extends HeldCallback {
  id: string
  /** What the number is compared by: E.164, or the digits that were typed. */
  number: string
  /** The same for all callbacks of one person at the number. */
  person: string
  /** JSON of the names of its requests, as they are compared, each once. */
  names: string
  /** Grows with each request that joins and with each change: the order in which they count. */
  revision: number
  claimed_by: string | null
  /** When the claim ends, by the clock that decides between instances: an instant. */
  claimed_until: string | null
  /** The end of the window about which a mail was queued: an instant, or null. */
  mailed_until: string | null
}

/** What staff did with callbacks. `claimed`, `released`, `added` and `joined` are only shown: they change nothing. */
export interface AttemptsTable extends Omit<RecordedChange, 'began_at' | 'incoming' | 'undone_at'> {
  callback: string
  began_at: string | null
  incoming: Generated<number>
  undone_at: string | null
  /** JSON: what it decided about the promises. `promises.ts`. */
  effects: Generated<string>
  idempotency_key: string | null
  /** SHA-256 of what was sent with the key, in hex. */
  body_hash: string | null
}

export interface StaffTable {
  id: string
  /** Trimmed, NFC, lower case; unique. */
  email: string
  name: string
  role: StaffRole
  /** `password-hash.ts`. Null until the invitation is accepted, after a reset, and for the hospital's accounts. */
  password_hash: string | null
  /** Base32. Null without a second factor. */
  totp_secret: string | null
  /** The 30-second step of the last code that was accepted: neither it nor an earlier one is accepted again. */
  totp_step: number | null
  /** An instant; null while the account is enabled. */
  disabled_at: string | null
  /** The hospital's provider by which the person signs in (OpenID Connect); null for an account with a password. */
  oidc_issuer: string | null
  /** Who the person is there; null until the first sign-in of an account that was connected. Unique with the issuer. */
  oidc_subject: string | null
}

/** Signed-in browsers, and those on the way. */
export interface StaffSessionsTable {
  /** SHA-256 of the token in the cookie, in hex. */
  token_hash: string
  staff: string
  stage: SessionStage
  /** Grows with each session of the person in this stage: shows which is the oldest, whatever the clocks say. */
  number: number
  /** When the person signed in: an instant. */
  created_at: string
  /** The last call that the person made: an instant. */
  seen_at: string
  /** In stage `code`. */
  wrong_codes: Generated<number>
  /** The new secret that this person has been shown and must still confirm with a code. Base32, or null. */
  totp_secret: string | null
}

/** The audit log, which the database refuses to change. Ids sort by their time. Nothing that a visitor typed. */
export interface AuditEventsTable extends Omit<AuditEvent, 'detail'> {
  /** JSON of an object, or null. */
  detail: string | null
}
