import type { Generated } from 'kysely'
import type { AuditKind } from '../../../callback-request/audit-kinds.ts'
import type { Outcome } from '../../../callback-request/calling/outcomes.ts'
import type { Service } from '../../../callback-request/services.ts'
import type { StaffRole } from '../../../callback-request/staff-account.ts'
import type { RequestStatus } from '../../../callback-request/statuses.ts'
import type { StoredRequest } from '../../../callback-request/stored-request.ts'
import type { TimeSlot } from '../../../callback-request/time-slots.ts'
import type { Channel, MessageStatus } from '../outbox/outbox-message.ts'

// More than 300 lines: all tables stand together, so that a query's reader finds each column in one place.

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
  /** One row, with id 1, written only to find out whether the store accepts writes. `written_at` is an instant. */
  write_probe: {
    id: number
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
  /** One row, with id 1: 32 random bytes in hex, created with the table. Every backup has it. */
  erasure_key: {
    id: number
    key: string
  }
  callbacks: CallbacksTable
  request_words: RequestWordsTable
  attempts: AttemptsTable
  notes: NotesTable
  callback_events: CallbackEventsTable
  /** One row: requests received before `ingested_from` are not ingested. */
  desk_state: {
    /** Always 1. */
    id: number
    /** An instant. */
    ingested_from: string
  }
  staff: StaffTable
  staff_sessions: StaffSessionsTable
  staff_invitations: StaffInvitationsTable
  sign_in_failures: SignInFailuresTable
  audit_events: AuditEventsTable
}

/**
 * A stored request: `reference` is its name for visitor and coordinator (`reference.ts`), `message` has LF as line break.
 * The two ends of the slot are not stored separately.
 */
export interface CallbackRequestsTable
  extends Omit<StoredRequest, 'start_time' | 'end_time' | 'status' | 'suspected' | 'campaign'> {
  status: Generated<StoredRequest['status']>
  /** The code of the language of its page; null where that is not known. The visitor's mail is in it. */
  language: Generated<string | null>
  /** 1 when the request has spam signals. */
  suspected: number
  /** JSON of a `Campaign`, or null. */
  campaign: string | null
  /** The caller's Idempotency-Key, kept as long as the request; unique within its form. */
  idempotency_key: string | null
  /** The callback that it belongs to; null until the desk has ingested it. */
  callback: string | null
  /** Its own window, set with `callback`: instants. */
  due_from: string | null
  due_until: string | null
  /** 1 when `request_words` has its words. */
  has_words: Generated<number>
  /** The start of the retention period where `received_at` is known to be too early: an instant. Else null. */
  kept_from: string | null
  /** 1 when it came after the desk's first start although `received_at` is before what the desk ingests: a wrong clock. */
  misdated: Generated<number>
}

/** What requests can be found by: `request-words.ts`. */
export interface RequestWordsTable {
  word: string
  /** The request's. */
  received_at: string
  reference: string
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
  /** Why the latest attempt failed: a code such as `SMTP 451`, never what somebody typed. Null before, and for earlier versions. */
  failure: string | null
  /** How long it has waited between attempts altogether. A sum, since clocks jump. */
  waited_seconds: Generated<number>
  /** A new random text each time the message is claimed; null while nobody delivers it. */
  lease: string | null
  /** When it was delivered or abandoned: an instant. Null before, and for messages of earlier versions. */
  settled_at: string | null
  /** For a mail to a visitor: its day and a hash of the address, `visitor-mail-limit.ts`. Null for other messages. */
  recipient: string | null
}

/** What one telephone number waits for, or waited for: one row for all its requests until they are settled. */
export interface CallbacksTable {
  /** The reference of the request that opened it. */
  id: string
  /** `phone-key.ts`. At most one callback of a number is open. */
  phone_key: string
  status: RequestStatus
  /** The window in which somebody is to call, as instants, and the slot that it comes from. */
  due_from: string
  due_until: string
  slot: TimeSlot
  /** The window with which it was opened. */
  first_from: string
  first_until: string
  /** How many requests it has, and the service of the newest; null for contact. */
  asked: number
  service: Service | null
  /** Of the request received first; the campaign is `utm_campaign` of the first one that has it. */
  first_service: Service | null
  first_slot: TimeSlot
  first_campaign: string | null
  /** Calls without an answer in a row. */
  tries: Generated<number>
  /** When its first request was received: an instant. */
  opened_at: string
  /** Instants, or null: the first and the latest call, and the one that settled it. */
  first_tried_at: string | null
  tried_at: string | null
  settled_at: string | null
  /** The account that is calling, until when, and the one that held it last. */
  claimed_by: string | null
  claimed_until: string | null
  last_held_by: string | null
}

/** The calls, with what they changed. */
export interface AttemptsTable {
  /** Begins with its time. */
  id: string
  callback: string
  by: string
  /** An instant. */
  at: string
  outcome: Outcome
  /** The window that was tried. */
  window_from: string
  window_until: string
  idempotency_key: string | null
  /** JSON of the callback's row before it, with which it can be undone. */
  before: string
  /** An instant, or null. */
  undone_at: string | null
}

/** What coordinators wrote about a callback. */
export interface NotesTable {
  /** Begins with its time. */
  id: string
  callback: string
  by: string | null
  at: string
  text: string | null
}

/** What else happened to a callback. */
export interface CallbackEventsTable {
  /** Begins with its time. */
  id: string
  callback: string
  by: string | null
  at: string
  kind: 'claimed' | 'requeued' | 'restored'
  /** JSON of an object, or null. Of `requeued`: the chosen window, as `from`, `until` and `slot`. */
  detail: string | null
}

/** The people who may sign in to the callback desk. */
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

/** `code`: the password was right, the code is missing. `enrol`: a second factor must be set up. `desk`: signed in. */
export type SessionStage = 'code' | 'enrol' | 'desk'

/** Links by which people choose a password. */
export interface StaffInvitationsTable {
  /** SHA-256 of the token in the link, in hex. */
  token_hash: string
  staff: string
  kind: InvitationKind
  /** An instant. */
  expires_at: string
  /** An instant, or null. */
  used_at: string | null
}

export type InvitationKind = 'invite' | 'reset'

/** Failed sign-ins by e-mail address and by client address. A row is deleted some time after its window has ended. */
export interface SignInFailuresTable {
  /** SHA-256 in hex of what is counted. */
  subject: string
  failures: number
  /** An instant. */
  window_ends_at: string
}

/** The audit log. It contains nothing that a visitor typed. The database refuses to change it. */
export interface AuditEventsTable {
  /** Begins with its time, so that ids sort by time. */
  id: string
  /** An instant. */
  at: string
  /** The account that did it; null for the command line, and for a failed sign-in. */
  by: string | null
  kind: AuditKind
  /** A request's reference or an account's id, or null. */
  subject: string | null
  /** JSON of an object, or null. */
  detail: string | null
  /** The address of the client; null for the command line. */
  client: string | null
}
