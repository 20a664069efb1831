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
  'person-read',
  'claimed',
  'outcome',
  'undone',
  'note',
  'restored',
  'resent',
  'exported',
  'erased',
  'report-read',
] as const

export type AuditKind = (typeof AUDIT_KINDS)[number]
