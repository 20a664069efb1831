import { comparableEmail } from '../../../callback-request/normalized.ts'
import type { HospitalPerson } from '../../../callback-request/staff-account.ts'
import { MAX_STAFF_NAME, parseStaffInvitation, type StaffRole } from '../../../callback-request/staff-account.ts'

/** The hospital's own sign-in: an OpenID Connect provider, and what it knows of the desk. */
export interface OidcSettings {
  /** As the provider names itself. */
  issuer: URL
  clientId: string
  /** Null for a public client. */
  clientSecret: string | null
  /** What the provider is asked for, such as `openid profile email`. */
  scope: string
  /** The claim that says a person's roles or groups. */
  roleClaim: string
  /** The values of that claim which make somebody a coordinator or a manager. */
  coordinatorValue: string
  managerValue: string
}

/** What the provider says about a person. */
export type Claims = Readonly<Record<string, unknown>>

/** Whether all claims are there that the desk reads. */
export function isComplete(claims: Claims, { roleClaim }: OidcSettings): boolean {
  return ['name', 'email', roleClaim].every((name) => claims[name] !== undefined)
}

/** Reads the claims of a person whom the provider has identified. */
export function personOf(subject: string, claims: Claims, settings: OidcSettings): HospitalPerson {
  const email = emailIn(claims)
  return {
    issuer: settings.issuer.href,
    subject,
    email,
    // Some providers send a text: only `true` itself says that somebody has confirmed it.
    isEmailUnverified: claims.email_verified !== undefined && claims.email_verified !== true,
    name: nameIn(claims) ?? email?.split('@')[0] ?? 'No name',
    role: roleIn(claims, settings),
  }
}

/** Somebody with both values is a manager. The claim is a text or a list of texts; values are compared exactly. */
function roleIn(claims: Claims, { roleClaim, coordinatorValue, managerValue }: OidcSettings): StaffRole | null {
  const values = [claims[roleClaim]].flat()
  if (values.includes(managerValue)) return 'manager'
  return values.includes(coordinatorValue) ? 'coordinator' : null
}

function emailIn({ email }: Claims): string | null {
  const read = parseStaffInvitation({ email, name: 'somebody', role: 'coordinator' })
  return read.ok ? comparableEmail(read.value.email) : null
}

function nameIn({ name, preferred_username }: Claims): string | undefined {
  const texts = [name, preferred_username].flatMap((text) => (typeof text === 'string' ? [text] : []))
  const names = texts.map((text) => [...text.replaceAll(/\p{Cc}/gu, ' ').trim()].slice(0, MAX_STAFF_NAME).join(''))
  return names.find((text) => text !== '')
}
