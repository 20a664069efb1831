/** What the audit log records, in the order in which its page offers the kinds. */
export const AUDIT_KINDS = [
  'signed-in',
  'sign-in-failed',
  'signed-out',
  'session-ended',
  'invited',
  'accepted',
  'connected',
  'reset',
  'disabled',
  'enabled',
  'role-changed',
  'password-changed',
  'second-factor-set',
  'second-factor-removed',
  'password-refused',
  'renamed',
  'person-read',
  'searched',
  'listed',
  'claimed',
  'released',
  'outcome',
  'undone',
  'rescheduled',
  'reopened',
  'added',
  'withdrawn',
  'note',
  'restored',
  'resent',
  'dismissed',
  'exported',
  'export-ended',
  'erased',
  'report-read',
] as const

export type AuditKind = (typeof AUDIT_KINDS)[number]

/** An event of the audit log. */
export interface AuditEvent {
  id: string
  /** UTC, ISO 8601. */
  at: string
  /** The account that did it; null for the command line, the desk itself, and while nobody is signed in. */
  by: string | null
  kind: AuditKind
  /** An account or a reference. */
  subject: string | null
  detail: AuditDetail | null
  /** The address of the client; null for the command line. */
  client: string | null
}

/**
 * What else is known of an event: words of our own, numbers, and of `renamed` the account's names. Never what a visitor
 * typed.
 */
export type AuditDetail = Readonly<Record<string, string | number>>
