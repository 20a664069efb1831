import type { Selectable, Transaction } from 'kysely'
import type { AuditKind } from '../../../callback-request/audit-kinds.ts'
import type { Database } from '../database/open-database.ts'
import type { Schema, StaffTable } from '../database/schema.ts'

/** The events that record a change of an account. A sign-in is none, and a new name is not recorded. */
const CHANGES: readonly AuditKind[] = [
  'invited',
  'accepted',
  'reset',
  'disabled',
  'enabled',
  'role-changed',
  'password-changed',
  'second-factor-set',
  'second-factor-removed',
  'connected',
]

const PAGE_EVENTS = 500

/**
 * The accounts that were changed in a store since its events were last copied to, or from, another store: their audit
 * events are only in the first. Events older than the other's oldest do not count, since it may have deleted them.
 */
export async function accountsChangedOnlyIn(store: Database, other: Database): Promise<Set<string>> {
  const oldest = await other
    .selectFrom('audit_events')
    .select((eb) => eb.fn.min('id').as('id'))
    .executeTakeFirst()
  const events = await store
    .selectFrom('audit_events')
    .select(['id', 'subject'])
    .where('kind', 'in', CHANGES)
    .where('id', '>=', oldest?.id ?? '')
    .execute()
  const accounts = new Set<string>()
  for (let start = 0; start < events.length; start += PAGE_EVENTS) {
    const page = events.slice(start, start + PAGE_EVENTS)
    const ids = page.map(({ id }) => id)
    const both = await other.selectFrom('audit_events').select('id').where('id', 'in', ids).execute()
    const known = new Set(both.map(({ id }) => id))
    for (const { id, subject } of page) if (subject !== null && !known.has(id)) accounts.add(subject)
  }
  return accounts
}

/** The accounts whose e-mail address, or whose person at the hospital's provider, another account of the target has. */
export async function accountsOfOthers(
  target: Transaction<Schema>,
  accounts: readonly Selectable<StaffTable>[],
): Promise<Set<string>> {
  const emails = accounts.map(({ email }) => email)
  const subjects = accounts.flatMap(({ oidc_subject }) => oidc_subject ?? [])
  const found = await target
    .selectFrom('staff')
    .select(['id', 'email', 'oidc_issuer', 'oidc_subject'])
    .where((eb) =>
      eb.or([eb('email', 'in', emails), ...(subjects.length > 0 ? [eb('oidc_subject', 'in', subjects)] : [])]),
    )
    .execute()
  const isOf = (account: Selectable<StaffTable>) => (other: (typeof found)[number]) =>
    other.id !== account.id &&
    (other.email === account.email ||
      (account.oidc_subject !== null &&
        other.oidc_subject === account.oidc_subject &&
        other.oidc_issuer === account.oidc_issuer))
  return new Set(accounts.filter((account) => found.some(isOf(account))).map(({ id }) => id))
}
