import { hash } from 'node:crypto'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bytesIn } from '../../tests/support/bytes-in.ts'
import { runHere } from '../../tests/support/commands.ts'
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts'
import { COMMAND_LINE } from '../server/storage/audit/audit-events.ts'
import { openDatabase } from '../server/storage/database/open-database.ts'
import { SignInFailures } from '../server/storage/staff/sign-in-failures.ts'
import { SignIns } from '../server/storage/staff/sign-ins.ts'
import { StaffAccounts } from '../server/storage/staff/staff-accounts.ts'
import { REQUESTS } from './command-line.ts'

const CLIENT = '127.0.0.1'
const TOTP_SECRET = 'JBSWY3DPEHPK3PXP'

async function opened(location: string) {
  const database = await openDatabase(location)
  onTestFinished(() => database.destroy())
  const rows = async (table: 'staff' | 'audit_events' | 'staff_sessions' | 'staff_invitations' | 'sign_in_failures') =>
    database.selectFrom(table).selectAll().execute()
  return { database, rows }
}

test('A restored backup has every account and audit event, and no session, link or failed sign-in, to the last byte', async () => {
  const DATA_DIR = await temporaryDirectory()
  const { database, rows } = await opened(DATA_DIR)
  const now = () => new Date()
  const accounts = new StaffAccounts(database, now)
  const signIns = new SignIns(database, now)
  const invite = async (name: string) => {
    const invited = await accounts.invite({ email: `${name}@clinic.example`, name, role: 'coordinator' }, COMMAND_LINE)
    if (!invited.ok) throw new Error(invited.refusal)
    return invited.value.token
  }
  const session = await signIns.accept(await invite('nina'), { name: 'Nina', passwordHash: 'a hash' }, CLIENT)
  await database.updateTable('staff').set({ totp_secret: TOTP_SECRET, totp_step: 59_000_000 }).execute()
  const link = await invite('ravi')
  await new SignInFailures(database, now).begin({ email: 'nina@clinic.example', client: CLIENT })
  const hashes = [
    hash('sha256', session?.token ?? ''),
    hash('sha256', link),
    hash('sha256', 'email nina@clinic.example'),
  ]

  const backups = await temporaryDirectory()
  const file = join(backups, 'monday.sqlite')
  expect(await runHere(REQUESTS, ['backup', file], { DATA_DIR })).toMatchObject({ exitCode: 0 })
  // The manual says so: a backup has everything that is needed to compute a code.
  for (const secret of [TOTP_SECRET, ...hashes]) expect(bytesIn(backups)).toContain(secret)

  const elsewhere = await temporaryDirectory()
  const list = join(DATA_DIR, 'erasures.list')
  const restore = ['restore', file, '--erasures', list]
  expect(await runHere(REQUESTS, restore, { DATA_DIR: elsewhere })).toMatchObject({ exitCode: 0 })
  for (const hash of hashes) expect(bytesIn(elsewhere)).not.toContain(hash)
  const restored = await opened(elsewhere)
  for (const table of ['staff', 'audit_events'] as const) {
    expect(await restored.rows(table)).toEqual(await rows(table))
    expect(await rows(table)).not.toEqual([])
  }
  for (const table of ['staff_sessions', 'staff_invitations', 'sign_in_failures'] as const) {
    expect(await restored.rows(table)).toEqual([])
    expect(await rows(table)).not.toEqual([])
  }
})
