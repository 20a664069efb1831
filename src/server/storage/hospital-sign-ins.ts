import { randomUUID } from 'node:crypto'
import type { StaffRole } from '../../callback-request/staff-account.ts'
import { type Database, query } from './database/open-database.ts'
import { insertRows } from './database/rows.ts'
import { endReplaced, endSessionsOf, type Started, startDeskSession } from './sessions.ts'
import { type Account, accountBy, setAccount, writeAccounts } from './staff-members.ts'
import { type Act, done, type Result, refused } from './write.ts'

/** How the audit log tells a sign-in by the hospital's provider from one with a password. */
export const BY_HOSPITAL = { how: 'hospital' } as const

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

/**
 * Signs in a person whom the provider has identified. The first time, this makes an account; each time, the account gets
 * the person's name, role and address. A new role ends the other sessions, and so does having no role any more. The account
 * of another person is never used: see decision 38. @param replaced as `afterPassword` takes it
 */
export function signInByHospital(
  act: Act,
  person: HospitalPerson,
  replaced?: string,
): Promise<Result<Started, HospitalRefusal>> {
  return writeAccounts(act, async (writing) => {
    const { transaction, record } = writing
    const { role, email, issuer, subject, name } = person
    const { account, emailOwner } = await accountOf(transaction, person)
    const refuse = async (refusal: HospitalRefusal): Promise<Result<Started, HospitalRefusal>> => {
      await record('sign-in-failed', account?.id ?? emailOwner ?? null, { because: refusal, ...BY_HOSPITAL })
      return refused(refusal)
    }

    if (account && account.disabled_at !== null) return refuse('disabled')
    if (role === null) {
      if (account) await endSessionsOf(writing, account.id)
      return refuse('no-role')
    }
    const ownEmail = emailOwner ? account?.email : (email ?? account?.email)
    if (ownEmail === undefined) return refuse(emailOwner ? 'email-taken' : 'no-email')

    const id = account?.id ?? randomUUID()
    const values = { email: ownEmail, name, role, oidc_issuer: issuer, oidc_subject: subject }
    if (account) await setAccount(writing, id, values)
    else await insertRows(transaction, 'staff', [{ id, ...values }]).execute()
    if (!account?.oidc_subject) await record('connected', id, { role, ...BY_HOSPITAL })
    if (account && account.name !== name) await record('renamed', id, { from: account.name, to: name, ...BY_HOSPITAL })
    if (account && account.role !== role) {
      await endSessionsOf(writing, id)
      await record('role-changed', id, { role, ...BY_HOSPITAL })
    }
    const own = writing.as(id)
    await endReplaced(own, replaced)
    return done(await startDeskSession(own, { id, email: ownEmail }, BY_HOSPITAL))
  })
}

/**
 * The person's account, if there is one, and the account of somebody else that has the address. An account is the
 * person's by issuer and subject; or it waits for whoever has its address, since it was connected.
 */
async function accountOf(database: Database, { issuer, subject, email, isEmailUnverified }: HospitalPerson) {
  const [own] = await query<Account>(database)`
    select * from staff where oidc_issuer = ${issuer} and oidc_subject = ${subject}`
  const ofEmail = email === null ? undefined : await accountBy(database, 'email', email)
  const isWaiting = ofEmail?.oidc_issuer === issuer && ofEmail.oidc_subject === null && !isEmailUnverified
  const account = own ?? (isWaiting ? ofEmail : undefined)
  return { account, emailOwner: ofEmail?.id === account?.id ? undefined : ofEmail?.id }
}
