import type { StaffRole } from '../../src/callback-request/staff-account.ts'
import { type Actor, auditPage } from '../../src/server/storage/audit.ts'
import { Limits } from '../../src/server/storage/limits.ts'
import { findSession, type StaffSession, type Started } from '../../src/server/storage/sessions.ts'
import { accept } from '../../src/server/storage/sign-ins.ts'
import { accountBy } from '../../src/server/storage/staff-members.ts'
import type { Act } from '../../src/server/storage/write.ts'
import { Clock } from './clock.ts'
import { openedDatabase } from './database/opened-database.ts'
import { CLIENT, invite as inviteTo } from './staff-accounts.ts'

const TABLES = ['staff', 'staff_sessions', 'staff_invitations', 'limits', 'audit_events'] as const

/**
 * One instance's view of a store, with what tests of accounts do there.
 *
 * @param location as `openDatabase` takes it
 */
export async function openStaffStore(location: string, clock = new Clock()) {
  const database = await openedDatabase(location)
  const now = () => clock.now
  /** What somebody does here and now. */
  const act = (actor: Actor = { by: null, client: CLIENT }): Act => ({ database, at: clock.now, actor })

  /** Invites somebody. @returns the token of the link */
  const invite = (name: string, role: StaffRole = 'coordinator') =>
    inviteTo(act(), { email: `${name}@clinic.example`, name, role })

  const person = async (name: string) => {
    const found = await accountBy(database, 'email', `${name}@clinic.example`)
    if (!found) throw new Error(`There is no ${name}.`)
    return found
  }

  /** The session of a token. */
  async function session(started: Started | undefined): Promise<StaffSession> {
    const found = started && (await findSession(database, clock.now, started.token, { isPersons: false }))
    if (!found) throw new Error('There is no session.')
    return found
  }

  /** An enabled account, with its first session. */
  async function join(name: string, role: StaffRole = 'coordinator') {
    const started = await accept(act(), await invite(name, role), { name, passwordHash: `hash of ${name}` })
    if (!started) throw new Error(`${name} could not accept.`)
    return { id: (await person(name)).id, started }
  }

  /** Gives an account a second factor. */
  const enrol = (id: string) =>
    database.updateTable('staff').set({ totp_secret: 'SECRET', totp_step: 100 }).where('id', '=', id).execute()

  return {
    database,
    clock,
    act,
    limits: new Limits(database, now),
    invite,
    person,
    session,
    join,
    enrol,
    /** The kinds of the events so far, from the first to the last. */
    kinds: async () => (await auditPage(database, {}, { limit: 100 })).rows.map(({ kind }) => kind).reverse(),
    /** Everything that is stored about staff. */
    everything: () => Promise.all(TABLES.map((table) => database.selectFrom(table).selectAll().execute())),
  }
}
