import { type Selectable, sql } from 'kysely'
import { type StaffMember, stateOf } from '../../callback-request/staff-account.ts'
import { type Database, query, read } from './database/open-database.ts'
import type { StaffTable } from './database/schema.ts'
import { type Act, lock, type Writing, write } from './write.ts'

/** Of an instant in ISO 8601. */
const INSTANT_LENGTH = 24

export type Account = Selectable<StaffTable>

/** As `write`, one at a time, for what changes an account or depends on it. */
export function writeAccounts<Result>(act: Act, step: (writing: Writing) => Promise<Result>): Promise<Result> {
  return write(act, async (writing) => {
    await lock(writing.transaction, 'accounts')
    return step(writing)
  })
}

export async function accountBy(database: Database, column: 'id' | 'email', text: string) {
  // PostgreSQL cannot even compare with a text that contains NUL, and no account has one.
  if (text.includes('\0')) return undefined
  return (await read(database, sql<Account>`select * from staff where ${sql.ref(column)} = ${text}`))[0]
}

export async function setAccount({ transaction }: Writing, id: string, values: Partial<Account>): Promise<void> {
  await transaction.updateTable('staff').set(values).where('id', '=', id).execute()
}

/** Makes the links by which a person chooses a password invalid. */
export async function deleteInvitations({ transaction }: Writing, staff: string): Promise<void> {
  await sql`delete from staff_invitations where staff = ${staff}`.execute(transaction)
}

/** Whether there is any account that is not disabled, even one whose invitation has not been accepted. */
export async function hasStaff(database: Database): Promise<boolean> {
  return (await read(database, sql`select id from staff where disabled_at is null limit 1`)).length > 0
}

/** All accounts, by name. There are dozens. */
export async function staffMembers(database: Database): Promise<StaffMember[]> {
  const accounts = await query<Account & { seen_at: string | null; event: string | null }>(database)`
    select staff.*,
      (select max(seen_at) from staff_sessions where staff_sessions.staff = staff.id and stage = 'desk') as seen_at,
      (select max(audit_events.id) from audit_events where by = staff.id) as event
    from staff order by name, id`
  return accounts.map((account) => {
    const { id, name, email, role, totp_secret, oidc_issuer, seen_at, event } = account
    // The last call of a session, or the last event that the person caused, such as signing out: its id begins with its instant.
    const seen = [seen_at, event?.slice(0, INSTANT_LENGTH)].filter((at) => at != null).sort()
    return {
      id,
      name,
      email,
      role,
      state: stateOf(account),
      second_factor: totp_secret !== null,
      hospital: oidc_issuer !== null,
      last_seen_at: seen.at(-1) ?? null,
    }
  })
}
