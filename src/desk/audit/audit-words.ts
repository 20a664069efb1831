import type { AuditEvent, AuditKind } from '../../callback-request/calling/audit-kinds.ts'
import { counted } from '../../callback-request/calling/counted.ts'
import { labelOf, OUTCOMES } from '../../callback-request/calling/outcomes.ts'

/** Each kind of event in plain words. */
export const KIND_NAMES: Readonly<Record<AuditKind, string>> = {
  'signed-in': 'Signed in',
  'sign-in-failed': 'Sign-in failed',
  'signed-out': 'Signed out',
  'session-ended': 'Session ended',
  invited: 'Invited',
  accepted: 'Password chosen by a link',
  connected: 'Hospital’s account connected',
  reset: 'Account reset',
  disabled: 'Account disabled',
  enabled: 'Account enabled',
  'role-changed': 'Role changed',
  'password-changed': 'Password changed',
  'second-factor-set': 'Second factor set up',
  'second-factor-removed': 'Second factor removed',
  'password-refused': 'Wrong password while signed in',
  renamed: 'Account renamed',
  'person-read': 'Person read',
  searched: 'Searched',
  listed: 'Further page of a list read',
  claimed: 'Call begun',
  released: 'Colleague’s call released',
  outcome: 'Outcome saved',
  undone: 'Outcome undone',
  rescheduled: 'Moved to another time',
  reopened: 'Opened again',
  added: 'Callback added',
  withdrawn: 'Withdrawn',
  note: 'Note written',
  restored: 'Restored from spam',
  resent: 'Messages sent again',
  dismissed: 'Messages dismissed',
  exported: 'Export begun',
  'export-ended': 'Export ended',
  erased: 'Erased',
  'report-read': 'Report read',
}

/** The codes in the details of events, by the names of the details. */
const CODES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  because: {
    password: 'wrong e-mail or password',
    code: 'wrong code',
    cancelled: 'cancelled',
    invalid: 'wrong answer',
    disabled: 'the account is disabled here',
    'no-role': 'no role at the desk',
    'no-email': 'no e-mail address',
    'email-taken': 'the e-mail address belongs to another account',
    'too many': 'too many at once',
  },
  how: { hospital: 'by the hospital’s sign-in', command: 'by a command' },
  outcome: Object.fromEntries(OUTCOMES.map((outcome) => [outcome, labelOf(outcome)])),
}

/** Such as "wrong code", "2 requests" or "from 2026-11-01". */
function detailInWords([name, value]: [string, string | number]): string {
  if (['rows', 'requests', 'count'].includes(name)) return counted(Number(value), 'request')
  const isNamed = ['because', 'how', 'outcome', 'role'].includes(name)
  return CODES[name]?.[value] ?? (isNamed ? String(value) : `${name} ${value}`)
}

/** Who did it. @param nameOf the name of an account */
export function whoDid({ by, kind, client, detail }: AuditEvent, nameOf: (id: string) => string): string {
  if (by !== null) return nameOf(by)
  if (detail?.how === 'hospital' && kind !== 'sign-in-failed') return 'The hospital’s sign-in'
  if (kind === 'session-ended') return 'The callback desk'
  if (kind === 'withdrawn') return 'The visitor'
  return client === null ? 'The command line' : 'Not signed in'
}

/** What was done, such as "Outcome saved: 2738-D267, No answer". @param nameOf the name of an account, or the reference */
export function whatHappened({ by, kind, subject, detail }: AuditEvent, nameOf: (id: string) => string): string {
  const about = Object.entries(detail ?? {}).map(detailInWords)
  if (subject !== null && subject !== by) about.unshift(nameOf(subject))
  return about.length === 0 ? KIND_NAMES[kind] : `${KIND_NAMES[kind]}: ${about.join(', ')}`
}
