import type { AuditEvent, AuditKind } from '../../callback-request/calling/audit-kinds.ts'
import { labelOf, OUTCOMES } from '../../callback-request/calling/outcomes.ts'

interface Words {
  /** In the list of kinds. */
  kind: string
  /** In the log. @param subject the account's name or the reference */
  sentence: (subject: string, detail: NonNullable<AuditEvent['detail']>) => string
}

/** Why the hospital's sign-in led to no session. */
const HOSPITAL_FAILURES: Readonly<Record<string, string>> = {
  cancelled: 'The hospital’s sign-in was cancelled',
  invalid: 'Wrong answer in the hospital’s sign-in',
  disabled: 'Hospital’s account refused: disabled here',
  'no-role': 'Hospital’s account refused: no role at the desk',
  'no-email': 'Hospital’s account refused: no e-mail address',
  'email-taken': 'Hospital’s account refused: its e-mail address belongs to another account',
}

function outcomeInWords(outcome: unknown): string {
  const known = OUTCOMES.find((one) => one === outcome)
  return known ? labelOf(known) : String(outcome)
}

/** Each kind of event in plain words. */
export const AUDIT_WORDS: Readonly<Record<AuditKind, Words>> = {
  'signed-in': {
    kind: 'Signed in',
    sentence: (_, { how }) => (how === 'hospital' ? 'Signed in by the hospital’s account' : 'Signed in'),
  },
  'sign-in-failed': {
    kind: 'Sign-in failed',
    sentence: (subject, { because, how }) => {
      if (how === 'hospital')
        return `${HOSPITAL_FAILURES[because ?? ''] ?? 'The hospital’s sign-in failed'} (${subject})`
      return because === 'code' ? `Wrong code for ${subject}` : `Wrong e-mail or password for ${subject}`
    },
  },
  'signed-out': { kind: 'Signed out', sentence: () => 'Signed out' },
  'session-ended': {
    kind: 'Session ended',
    sentence: (subject, { because }) =>
      because === 'too many'
        ? `Oldest session of ${subject} ended: too many at once`
        : `Session of ${subject} ended after ${because}`,
  },
  invited: { kind: 'Invited', sentence: (subject, { role }) => `Invited ${subject} as a ${role}` },
  accepted: { kind: 'Link used', sentence: () => 'Chose a password by a link' },
  connected: {
    kind: 'Hospital’s account connected',
    sentence: (subject, { role, how }) =>
      how === 'hospital'
        ? `First sign-in of ${subject} by the hospital’s account, as a ${role}`
        : `Connected ${subject} with the hospital’s account of the same e-mail address`,
  },
  reset: { kind: 'Account reset', sentence: (subject) => `Reset the account of ${subject}` },
  disabled: { kind: 'Account disabled', sentence: (subject) => `Disabled the account of ${subject}` },
  enabled: { kind: 'Account enabled', sentence: (subject) => `Enabled the account of ${subject}` },
  'role-changed': { kind: 'Role changed', sentence: (subject, { role }) => `Made ${subject} a ${role}` },
  'password-changed': { kind: 'Password changed', sentence: () => 'Changed the password' },
  'second-factor-set': { kind: 'Second factor set up', sentence: () => 'Set up the second factor' },
  'second-factor-removed': { kind: 'Second factor removed', sentence: () => 'Removed the second factor' },
  'password-refused': { kind: 'Password refused', sentence: () => 'Typed a wrong password while signed in' },
  renamed: {
    kind: 'Account renamed',
    sentence: (subject, { from, to }) =>
      from === undefined ? `Changed the name of ${subject}` : `Changed the name ${from} to ${to}`,
  },
  'person-read': { kind: 'Person read', sentence: (subject) => `Read about ${subject}` },
  searched: { kind: 'Searched', sentence: (_, { rows }) => `Searched, requests shown: ${rows}` },
  listed: { kind: 'List read on', sentence: (_, { rows }) => `Read a further page of a list, requests: ${rows}` },
  claimed: { kind: 'Call begun', sentence: (subject) => `Began the call of ${subject}` },
  released: { kind: 'Call released', sentence: (subject) => `Released a colleague’s call of ${subject}` },
  outcome: {
    kind: 'Outcome saved',
    sentence: (subject, { outcome }) => `Saved an outcome for ${subject}: ${outcomeInWords(outcome)}`,
  },
  undone: { kind: 'Outcome undone', sentence: (subject) => `Undid an outcome for ${subject}` },
  rescheduled: { kind: 'Moved to another time', sentence: (subject) => `Moved ${subject} to another time` },
  reopened: { kind: 'Opened again', sentence: (subject) => `Opened ${subject} again` },
  added: { kind: 'Added', sentence: (subject) => `Added the callback ${subject}` },
  withdrawn: { kind: 'Withdrawn', sentence: (subject) => `The visitor has withdrawn ${subject}` },
  note: { kind: 'Note written', sentence: (subject) => `Wrote a note for ${subject}` },
  restored: { kind: 'Restored from spam', sentence: (subject) => `Restored ${subject} from spam` },
  dismissed: { kind: 'Messages dismissed', sentence: (subject) => `Dismissed the messages of ${subject}` },
  resent: { kind: 'Messages sent again', sentence: (subject) => `Sent the messages of ${subject} again` },
  exported: {
    kind: 'Export begun',
    sentence: (subject, { requests, how }) => {
      if (requests === undefined) return 'Began an export'
      return how === 'command'
        ? `Printed everything of the person of ${subject}, requests: ${requests}`
        : `Downloaded everything of the person of ${subject}, requests: ${requests}`
    },
  },
  'export-ended': { kind: 'Export ended', sentence: (_, { rows }) => `An export ended, requests: ${rows}` },
  erased: {
    kind: 'Erased',
    sentence: (subject, { count, how }) =>
      how === 'command'
        ? `Erased with the command, requests: ${count}`
        : `Erased on the page of ${subject}, requests: ${count}`,
  },
  'report-read': { kind: 'Report read', sentence: () => 'Read the report' },
}

/** Who did it. @param nameOf the name of an account */
export function whoDid({ by, kind, client, detail }: AuditEvent, nameOf: (id: string) => string): string {
  if (by !== null) return nameOf(by)
  if (detail?.how === 'hospital' && kind !== 'sign-in-failed') return 'The hospital’s sign-in'
  if (kind === 'session-ended') return 'The callback desk'
  return client === null ? 'The command line' : 'Not signed in'
}

/** What was done. @param nameOf the name of an account, or the reference as it is */
export function whatHappened({ kind, subject, detail }: AuditEvent, nameOf: (id: string) => string): string {
  return AUDIT_WORDS[kind].sentence(subject === null ? 'an unknown account' : nameOf(subject), detail ?? {})
}
