import type { ExpressionBuilder, Selectable } from 'kysely'
import type { StaffRole } from '../../../callback-request/staff-account.ts'
import type { Database } from '../database/open-database.ts'
import type { Schema, StaffTable } from '../database/schema.ts'

/** Of an instant in ISO 8601. */
const INSTANT_LENGTH = 24

/** `invited` is an account without a password that needs one: its invitation or reset link has not been used. */
export type StaffState = 'enabled' | 'disabled' | 'invited'

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

export type Account = Selectable<StaffTable>

/** Whether there is any account that is not disabled, even one whose invitation has not been accepted. @throws StoreUnavailable */
export async function hasStaff(database: Database): Promise<boolean> {
  const enabled = database.selectFrom('staff').select('id').where('disabled_at', 'is', null)
  return (await enabled.limit(1).executeTakeFirst()) !== undefined
}

/** Whether an account can sign in. */
export function stateOf({ disabled_at, password_hash, oidc_issuer }: Account): StaffState {
  if (disabled_at !== null) return 'disabled'
  return password_hash === null && oidc_issuer === null ? 'invited' : 'enabled'
}

/** Accounts with the last call of their sessions, and the last event that the person caused, such as signing out. */
export function membersIn(database: Database) {
  return database
    .selectFrom('staff')
    .selectAll()
    .select((eb: ExpressionBuilder<Schema, 'staff'>) => [
      eb
        .selectFrom('staff_sessions')
        .select(({ fn }) => fn.max('seen_at').as('seen_at'))
        .whereRef('staff_sessions.staff', '=', 'staff.id')
        .where('stage', '=', 'desk')
        .as('seen_at'),
      eb
        .selectFrom('audit_events')
        .select(({ fn }) => fn.max('audit_events.id').as('event'))
        .whereRef('audit_events.by', '=', 'staff.id')
        .as('event'),
    ])
}

/** An account as lists show it. */
export function memberOf(row: Account & { seen_at: string | null; event: string | null }): StaffMember {
  const { id, name, email, role, totp_secret, oidc_issuer, seen_at, event } = row
  // An event's id begins with its instant.
  const seen = [seen_at, event?.slice(0, INSTANT_LENGTH)].filter((at) => at != null).sort()
  return {
    id,
    name,
    email,
    role,
    state: stateOf(row),
    second_factor: totp_secret !== null,
    hospital: oidc_issuer !== null,
    last_seen_at: seen.at(-1) ?? null,
  }
}
