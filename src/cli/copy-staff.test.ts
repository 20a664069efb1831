import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { hasPostgres } from '../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../tests/support/database/postgres-database.ts'
import { run } from '../../tests/support/server-process.ts'
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts'
import { describeRequiring } from '../../tests/support/test-requirements.ts'
import type { StaffRole } from '../callback-request/staff-account.ts'
import { COMMAND_LINE } from '../server/storage/audit/audit-events.ts'
import { openDatabase } from '../server/storage/database/open-database.ts'
import { HospitalSignIns } from '../server/storage/staff/hospital-sign-ins.ts'
import { SignInFailures } from '../server/storage/staff/sign-in-failures.ts'
import { SignIns } from '../server/storage/staff/sign-ins.ts'
import { StaffAccounts } from '../server/storage/staff/staff-accounts.ts'

const CLIENT = '127.0.0.1'
const now = () => new Date()

async function opened(location: string) {
  const database = await openDatabase(location)
  onTestFinished(() => database.destroy())
  const accounts = new StaffAccounts(database, now)
  const signIns = new SignIns(database, now)
  /** An enabled account. Gives its id. */
  const join = async (name: string, role: StaffRole = 'coordinator') => {
    const email = `${name}@clinic.example`
    const invited = await accounts.invite({ email, name, role }, COMMAND_LINE)
    if (!invited.ok) throw new Error(invited.refusal)
    await signIns.accept(invited.value.token, { name, passwordHash: `hash of ${name}` }, CLIENT)
    return (await accounts.byEmail(email))?.id ?? ''
  }
  const rows = (table: 'staff' | 'audit_events' | 'staff_sessions' | 'staff_invitations' | 'sign_in_failures') =>
    database.selectFrom(table).selectAll().orderBy(sql`1`).execute()
  return { database, accounts, signIns, join, rows }
}

async function stores() {
  const DATA_DIR = await temporaryDirectory()
  const to = await newPostgresDatabase()
  const copy = () => run('src/cli/requests.ts', ['copy', '--to', to], { DATA_DIR })
  return { from: await opened(DATA_DIR), to: await opened(to), copy }
}

describeRequiring({ PostgreSQL: hasPostgres() }, 'Copying staff to PostgreSQL', () => {
  test('copies accounts and audit events unchanged, and no sessions, links or failed sign-ins', async () => {
    const { from, to, copy } = await stores()
    await from.join('meera', 'manager')
    await from.join('nina')
    await from.accounts.invite({ email: 'ravi@clinic.example', name: 'Ravi', role: 'manager' }, COMMAND_LINE)
    await new SignInFailures(from.database, now).begin({ email: 'meera@clinic.example', client: CLIENT })
    await from.database.updateTable('staff').set({ totp_secret: 'SECRET', totp_step: 59_000_000 }).execute()

    const { stdout, exitCode } = await copy()
    expect({ exitCode, lines: stdout.split('\n').filter((line) => /^(staff|audit)|^$/.test(line)) }).toEqual({
      exitCode: 0,
      lines: [
        'staff: 3 copied and compared, 0 already existed',
        // Invited, accepted, and for the coordinator signed in.
        'audit_events: 6 copied and compared, 0 already existed',
        '',
      ],
    })
    for (const table of ['staff', 'audit_events'] as const) {
      expect(await to.rows(table)).toEqual(await from.rows(table))
    }
    for (const table of ['staff_sessions', 'staff_invitations', 'sign_in_failures'] as const) {
      expect(await from.rows(table)).not.toEqual([])
      expect(await to.rows(table)).toEqual([])
    }
    expect((await copy()).stdout).toContain('staff: 0 copied and compared, 3 already existed\n')
  })

  test('updates accounts that changed here since, signs them out there, and keeps what changed there', async () => {
    const { from, to, copy } = await stores()
    const [here, there, both, neither] = [
      await from.join('here', 'manager'),
      await from.join('there', 'manager'),
      await from.join('both', 'manager'),
      await from.join('neither', 'manager'),
    ]
    await copy()
    for (const name of ['here', 'neither']) {
      const person = await to.accounts.byEmail(`${name}@clinic.example`)
      if (person) await to.signIns.afterPassword(person, CLIENT)
    }
    await from.accounts.disable(here, COMMAND_LINE)
    await to.accounts.update(there, { role: 'coordinator' }, COMMAND_LINE)
    await from.accounts.reset(both, COMMAND_LINE)
    await to.accounts.update(both, { role: 'coordinator' }, COMMAND_LINE)
    // A sign-in is no change of an account.
    await to.database.updateTable('staff').set({ totp_step: 7 }).where('id', '=', neither).execute()

    const { stdout, exitCode } = await copy()
    expect(exitCode).toBe(0)
    expect(stdout).toContain('staff: 0 copied and compared, 4 already existed, 1 of them updated\n')
    expect(stdout).toContain('Accounts changed in both stores, which stay as they are in the target: 1\n')
    const after = await to.rows('staff')
    const account = (id: string) => after.find((row) => 'id' in row && row.id === id)
    expect(account(here)).toEqual((await from.rows('staff')).find((row) => 'id' in row && row.id === here))
    expect(account(here)).toMatchObject({ disabled_at: expect.any(String) })
    expect(account(there)).toMatchObject({ role: 'coordinator' })
    expect(account(both)).toMatchObject({ role: 'coordinator', password_hash: 'hash of both' })
    expect(account(neither)).toMatchObject({ totp_step: 7 })
    expect(await to.rows('staff_sessions')).toMatchObject([{ staff: neither }])
    expect(await to.rows('audit_events')).toEqual(expect.arrayContaining(await from.rows('audit_events')))

    // After the move the old store changes no account in the new one.
    await to.accounts.enable(here, COMMAND_LINE)
    expect(await copy()).toMatchObject({ exitCode: 0, stdout: expect.not.stringContaining('updated') })
    expect((await to.accounts.byId(here))?.disabled_at).toBeNull()
  })

  test("copies the hospital's accounts with their persons and new addresses, and none whose person has another one", async () => {
    const { from, to, copy } = await stores()
    const [issuer, person] = [
      'https://sign-in.hospital.example/',
      { isEmailUnverified: false, role: 'manager' as const },
    ]
    const signIn = ({ database }: typeof from, subject: string, email: string) =>
      new HospitalSignIns(database, now).signIn({ ...person, issuer, subject, email, name: subject }, CLIENT)
    await signIn(from, 'asha', 'asha@clinic.example')
    await signIn(from, 'nina', 'nina@clinic.example')
    await signIn(to, 'nina', 'nina.married@clinic.example')
    const ravi = await from.join('ravi')
    expect((await copy()).stdout).toContain('staff: 2 copied and compared, 0 already existed, 1 excluded')
    expect((await to.accounts.byEmail('asha@clinic.example'))?.oidc_subject).toBe('asha')
    expect((await to.accounts.all()).map(({ email }) => email).sort()).toEqual([
      'asha@clinic.example',
      'nina.married@clinic.example',
      'ravi@clinic.example',
    ])

    // A new address alone is no change of an account, and stops no copy.
    await signIn(from, 'asha', 'asha.married@clinic.example')
    await from.accounts.connect(ravi, issuer, COMMAND_LINE)
    const { stdout, exitCode } = await copy()
    expect(exitCode).toBe(0)
    expect(stdout).toContain('staff: 0 copied and compared, 2 already existed, 1 of them updated, 1 excluded')
    expect(await to.accounts.byId(ravi)).toMatchObject({ oidc_issuer: issuer, password_hash: null })
  })

  test('excludes an account whose e-mail address another account of the target has', async () => {
    const { from, to, copy } = await stores()
    const own = await to.join('meera', 'manager')
    await from.join('meera', 'coordinator')
    const nina = await from.join('nina')
    for (const counts of ['1 copied and compared, 0 already existed', '0 copied and compared, 1 already existed']) {
      const { stdout, exitCode } = await copy()
      expect(exitCode).toBe(0)
      expect(stdout).toContain(
        `staff: ${counts}, 1 excluded because another account in the target has their e-mail address\n`,
      )
    }
    expect((await to.accounts.all()).map(({ id, role }) => ({ id, role }))).toEqual([
      { id: own, role: 'manager' },
      { id: nina, role: 'coordinator' },
    ])
  })
})
