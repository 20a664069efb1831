import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { Clock } from '../../../../tests/support/clock.ts'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { hasPostgres } from '../../../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../../../tests/support/database/postgres-database.ts'
import { CLIENT, openStaffStore } from '../../../../tests/support/staff-store.ts'
import { temporaryDirectory } from '../../../../tests/support/temporary-directory.ts'
import { testRequiring } from '../../../../tests/support/test-requirements.ts'
import { COMMAND_LINE } from '../audit/audit-events.ts'
import { lock } from '../database/write.ts'
import { FAILURES } from './sign-in-failures.ts'
import { hasStaff } from './staff-members.ts'

type Store = Awaited<ReturnType<typeof openStaffStore>>

/** A manager with a second factor whose last code was of step 100, and a sign-in that waits for a code. */
async function waitingForCode({ join, enrol, signIns, person, session }: Store) {
  const { id } = await join('meera', 'manager')
  await enrol(id)
  const started = await signIns.afterPassword(await person('meera'), CLIENT)
  expect(started?.stage).toBe('code')
  return session(started)
}

describe('Signing in', () => {
  test('A second factor that is set or removed ends all other sessions of the person', async () => {
    const { signIns, sessions, join, person, session } = await openStaffStore(await temporaryDirectory())
    const { started } = await join('nina')
    await join('ravi')
    const nina = await person('nina')
    const ravi = await signIns.afterPassword(await person('ravi'), CLIENT)
    const isAlive = async (each: { token: string } | undefined) =>
      (await sessions.find(each?.token ?? '', { isPersons: true })) !== undefined
    const other = await signIns.afterPassword(nina, CLIENT)
    const own = await session(started)
    for (const secret of ['SHOWN', 'LATER']) await signIns.proposeSecondFactor(own.tokenHash, secret)
    const set = await signIns.setSecondFactor(own, 200, CLIENT)
    expect((await person('nina')).totp_secret).toBe('SHOWN')
    expect([await isAlive(set), await isAlive(other), await isAlive(ravi)]).toEqual([true, false, true])

    const waiting = await session(await signIns.afterPassword(nina, CLIENT))
    const another = await signIns.afterCode(waiting, 201, CLIENT)
    await signIns.removeSecondFactor(await session(set), CLIENT)
    expect([await isAlive(set), await isAlive(another), await isAlive(ravi)]).toEqual([true, false, true])
  })

  test('Each step leaves exactly its own event', async () => {
    const store = await openStaffStore(await temporaryDirectory())
    const { signIns, session, kinds } = store
    const waiting = await waitingForCode(store)
    await signIns.failedCode(waiting, CLIENT)
    const signedIn = await session(await signIns.afterCode(waiting, 101, CLIENT))
    const changed = await signIns.changePassword(signedIn, 'new hash', CLIENT)
    await signIns.removeSecondFactor(await session(changed), CLIENT)
    await signIns.signOut(await session(changed), CLIENT)
    expect(await kinds()).toEqual([
      'invited',
      'accepted',
      'sign-in-failed',
      'signed-in',
      'password-changed',
      'second-factor-removed',
      'signed-out',
    ])
  })
})

describeOnEachDatabase('Signing in', (newStore) => {
  test('A code that is sent twenty times at once to two instances works once', async () => {
    const location = await newStore()
    const clock = new Clock()
    const [one, other] = [await openStaffStore(location, clock), await openStaffStore(location, clock)]
    const waiting = [await waitingForCode(one)]
    while (waiting.length < 5) {
      waiting.push(await one.session(await one.signIns.afterPassword(await one.person('meera'), CLIENT)))
    }
    const sent = [...waiting, ...waiting, ...waiting, ...waiting].map((session, index) =>
      (index % 2 ? one : other).signIns.afterCode(session, 101, CLIENT),
    )
    expect((await Promise.all(sent)).filter((started) => started !== undefined)).toHaveLength(1)
    expect((await one.kinds()).filter((kind) => kind === 'signed-in')).toHaveLength(1)
  })

  test('A sign-in checks five codes, also when fifty arrive at once', async () => {
    const store = await openStaffStore(await newStore())
    const waiting = await waitingForCode(store)
    const checks = await Promise.all(Array.from({ length: 50 }, () => store.signIns.beginCode(waiting.tokenHash)))
    expect(checks.filter((mayCheck) => mayCheck)).toHaveLength(5)
  })

  test('A link that is used at once on two instances is used once', async () => {
    const location = await newStore()
    const clock = new Clock()
    const [one, other] = [await openStaffStore(location, clock), await openStaffStore(location, clock)]
    const token = await one.invite('nina')
    const uses = Array.from({ length: 8 }, (_, index) =>
      (index % 2 ? one : other).signIns.accept(token, { name: 'Nina', passwordHash: `hash ${index}` }, CLIENT),
    )
    const used = (await Promise.all(uses)).flatMap((started, index) => (started ? [`hash ${index}`] : []))
    expect(used).toEqual([(await one.person('nina')).password_hash])
  })
})

const EMAIL = 'nina@clinic.example'

describeOnEachDatabase('Failed sign-ins', (newStore) => {
  test('of fifty at once on two instances are counted to the limit, without addresses, and the others count nowhere', async () => {
    const location = await newStore()
    const clock = new Clock()
    const [one, two] = [await openStaffStore(location, clock), await openStaffStore(location, clock)]
    const attempts = Array.from({ length: 50 }, (_, index) =>
      (index % 2 ? one : two).failures.begin({ email: EMAIL, client: '192.0.2.1' }),
    )
    expect((await Promise.all(attempts)).filter(({ ok }) => ok)).toHaveLength(10)
    const rows = await one.database.selectFrom('sign_in_failures').select(['subject', 'failures']).execute()
    const counted = { subject: expect.stringMatching(/^[0-9a-f]{64}$/), failures: 10 }
    expect(rows).toEqual([counted, counted])
  })
})

testRequiring(
  { PostgreSQL: hasPostgres() },
  'Fifty sign-ins that wait for another instance leave connections for those who work',
  async () => {
    const location = await newPostgresDatabase()
    const other = await openStaffStore(location)
    const { database, failures } = await openStaffStore(location)
    const { begun } = await other.database.transaction().execute(async (transaction) => {
      await lock(transaction, FAILURES)
      const begun = Array.from({ length: 50 }, (_, index) => failures.begin({ client: `192.0.2.${index}` }))
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await vi.waitFor(async () => expect((await waiting.execute(other.database)).rows).toHaveLength(1))
      await Promise.all(Array.from({ length: 50 }, () => hasStaff(database)))
      return { begun }
    })
    expect(await Promise.all(begun)).toContainEqual({ ok: true })
  },
)

describe('Accounts', () => {
  test('Disabling ends sessions and links, and enabling brings back neither', async () => {
    const { accounts, sessions, signIns, invite, join, person } = await openStaffStore(await temporaryDirectory())
    const { id, started } = await join('nina')
    const link = await invite('ravi')
    const ravi = (await person('ravi')).id
    for (const each of [id, ravi]) expect(await accounts.disable(each, COMMAND_LINE)).toMatchObject({ ok: true })
    for (const each of [id, ravi]) expect(await accounts.enable(each, COMMAND_LINE)).toMatchObject({ ok: true })
    expect(await sessions.find(started.token, { isPersons: true })).toBeUndefined()
    expect(await signIns.invited(link)).toBeUndefined()
    expect((await accounts.all()).map(({ state }) => state)).toEqual(['enabled', 'invited'])
  })

  test('A change whose audit event cannot be written is undone', async () => {
    const store = await openStaffStore(await temporaryDirectory())
    const { accounts, signIns, invite, join, session, everything, refuse } = store
    await join('meera', 'manager')
    const { id, started } = await join('nina')
    const nina = await session(started)
    const link = await invite('ravi')
    await refuse('insert', 'audit_events')
    const before = await everything()
    for (const change of [
      () => invite('new'),
      () => accounts.disable(id, COMMAND_LINE),
      () => accounts.update(id, { role: 'manager' }, COMMAND_LINE),
      () => signIns.accept(link, { name: 'Ravi', passwordHash: 'a hash' }, CLIENT),
      () => signIns.changePassword(nina, 'new hash', CLIENT),
      () => signIns.signOut(nina, CLIENT),
    ]) {
      await expect(change()).rejects.toThrow('refused')
    }
    expect(await everything()).toEqual(before)
  })
})

describeOnEachDatabase('Accounts', (newStore) => {
  test('Of two managers who disable, or demote, each other at once on two instances one wins', async () => {
    const location = await newStore()
    const [one, other] = [await openStaffStore(location), await openStaffStore(location)]
    const [meera, nina] = [await one.join('meera', 'manager'), await one.join('nina', 'manager')]
    for (let round = 0; round < 10; round++) {
      const change = ({ accounts }: typeof one, id: string, by: string) =>
        round % 2
          ? accounts.disable(id, { by, client: CLIENT })
          : accounts.update(id, { role: 'coordinator' }, { by, client: CLIENT })
      const results = await Promise.all([change(one, nina.id, meera.id), change(other, meera.id, nina.id)])
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
      const refusal = round % 2 ? 'signed-out' : 'last-manager'
      expect(results.find(({ ok }) => !ok)).toEqual({ ok: false, refusal })
      await one.database.updateTable('staff').set({ role: 'manager', disabled_at: null }).execute()
    }
  })
})
