import { normalized } from './normalized.ts'
import {
  atLeast,
  atMost,
  choiceField,
  email,
  type Field,
  fewMarks,
  MAX_EMAIL,
  required,
  textField,
  validate,
} from './rules.ts'

/** Who works on callback requests: coordinators call, managers also look after staff, reports and erasure. */
export const STAFF_ROLES = ['coordinator', 'manager'] as const

export type StaffRole = (typeof STAFF_ROLES)[number]

/** `invited` is an account without a password that needs one: its invitation or reset link has not been used. */
export type StaffState = 'enabled' | 'disabled' | 'invited'

/** `code`: the password was right, the code is missing. `enrol`: a second factor must be set up. `desk`: signed in. */
export type SessionStage = 'code' | 'enrol' | 'desk'

/** Why somebody gets a link to choose a password. */
export type InvitationKind = 'invite' | 'reset'

/** A link to choose a password, which nobody is shown again. */
export interface PasswordLink {
  url: string
  /** UTC, ISO 8601. */
  expires_at: string
}

/** An account as lists show it. */
export interface StaffMember {
  id: string
  name: string
  email: string
  role: StaffRole
  state: StaffState
  second_factor: boolean
  /** Whether the person signs in by the hospital's provider. */
  hospital: boolean
  /** The person's last call, as far as it is known. UTC, ISO 8601. */
  last_seen_at: string | null
}

/** Whoever the hospital's provider has identified. */
export interface HospitalPerson {
  issuer: string
  /** Identifies the person at this issuer for ever. */
  subject: string
  /** As `comparableEmail` gives it; null when the provider says none. */
  email: string | null
  /** Whether the provider says that nobody has confirmed the address. */
  isEmailUnverified: boolean
  name: string
  /** Null for somebody who may not use the desk. */
  role: StaffRole | null
}

export type HospitalRefusal = 'disabled' | 'no-role' | 'no-email' | 'email-taken'

/** Whether somebody can sign in to an account. */
export function stateOf(account: Record<'disabled_at' | 'password_hash' | 'oidc_issuer', string | null>): StaffState {
  if (account.disabled_at !== null) return 'disabled'
  return account.password_hash === null && account.oidc_issuer === null ? 'invited' : 'enabled'
}

/** Whether a value is one of the roles. */
export function isStaffRole(value: unknown): value is StaffRole {
  return STAFF_ROLES.some((role) => role === value)
}

/**
 * The address at which an invited person chooses a password. The token is in the fragment, which browsers do not send:
 * so no log has it.
 *
 * @param origin of the desk, such as `https://desk.clinic.example`
 */
export function invitationLink(origin: string, token: string): string {
  return `${origin}/invitation#${token}`
}

/**
 * How many failed sign-ins are allowed in a window, for an e-mail address and for a client. Source: desk, section 2.
 * `begun` counts the sign-ins by the hospital's provider that a client begins and does not complete, beside its failures:
 * links of other sites begin them too, and must not keep anybody from signing in with a password.
 */
const MAX_FAILURES = { email: 10, client: 30, begun: 30 } as const

/** What each kind of attempt counts for. An e-mail address counts whether it has an account or not. */
const COUNTED_FOR = {
  password: ['email', 'client'],
  code: ['email'],
  hospital: ['client'],
  begun: ['begun'],
} as const

/** 15 minutes, from the first failure. */
export const SIGN_IN_WINDOW_MS = 15 * 60_000

/** Somebody who tries to sign in, or to type their own password. */
export interface SignInAttempt {
  by: keyof typeof COUNTED_FOR
  client: string
  email?: string
}

/** Whom an attempt counts for, and how often each of them may fail in a window. */
export function countsOf({ by, client, email = '' }: SignInAttempt) {
  const texts = { client, email, begun: client }
  return COUNTED_FOR[by].map((kind) => ({ kind, text: texts[kind], max: MAX_FAILURES[kind] }))
}

/** The longest name of an account. */
export const MAX_STAFF_NAME = 100

const NAME = textField('Please enter a name', atMost(MAX_STAFF_NAME))

const FIELDS = {
  email: textField('Please enter an e-mail address', atMost(MAX_EMAIL), email('This is not a valid e-mail address')),
  name: NAME,
  role: choiceField('Please choose a role', STAFF_ROLES),
}

/** No password, e-mail address or code is longer as it is typed. Source: desk, section 2. */
export const MAX_TYPED = 256

/**
 * The length of a password in code points of NFC: keyboards compose letters in different ways. There is no rule about
 * kinds of characters. Source: desk, section 2.
 */
const PASSWORD: Field = {
  // A longer text is refused as it was typed.
  read: (typed) => ([...typed].length > MAX_TYPED ? typed : normalized(typed)),
  rules: [atLeast(12, 'Please use at least 12 characters'), atMost(128), fewMarks()],
  wrongType: 'Please enter a password',
}

/** The password that somebody has. Only the server knows whether it is right. */
export const CURRENT_PASSWORD: Field = {
  read: (typed) => typed,
  rules: [required('Please enter your password'), atMost(MAX_TYPED, 'This is too long'), fewMarks()],
  wrongType: 'Please enter your password',
}

/** Validates a new account of the callback desk. */
export function parseStaffInvitation(values: Readonly<Record<string, unknown>>) {
  return validate(FIELDS, values)
}

/** Validates what somebody who accepts an invitation chooses. */
export function parseAcceptance(values: Readonly<Record<string, unknown>>) {
  return validate({ name: NAME, password: PASSWORD }, values)
}

/** Validates a change of one's own password. */
export function parsePasswordChange(values: Readonly<Record<string, unknown>>) {
  return validate({ current: CURRENT_PASSWORD, new: PASSWORD }, values)
}

/** Validates a change of an account: a new name, a new role, or both. */
export function parseStaffChange(values: Readonly<Record<string, unknown>>) {
  const fields = { name: NAME, role: FIELDS.role }
  const given = Object.entries(fields).filter(([name]) => values[name] !== undefined)
  return validate<string, Record<string, Field>>(Object.fromEntries(given), values)
}
