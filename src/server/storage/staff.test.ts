import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Clock } from '../../../tests/support/clock.ts'
import { describeOnEachDatabase } from '../../../tests/support/database/each-database.ts'
import { hasPostgres } from '../../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../../tests/support/database/postgres-database.ts'
import { CLIENT } from '../../../tests/support/staff-accounts.ts'
import { openStaffStore } from '../../../tests/support/staff-store.ts'
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts'
import { testRequiring } from '../../../tests/support/test-requirements.ts'
import { COMMAND_LINE, SessionEnded } from './audit.ts'
import { SIGN_INS } from './limits.ts'
import { hasStaff } from './staff-members.ts'
import { lock } from './write.ts'

test('A second factor that is set or removed ends all other sessions of the person, and each step leaves its own event', async () => {
  const { signIns, sessions, join, person, session, kinds } = await openStaffStore(await temporaryDirectory())
  const { started } = await join('nina')
  await join('ravi')
  const before = (await kinds()).length
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
  await signIns.failedCode(waiting, CLIENT)
  const another = await signIns.afterCode(waiting, 201, CLIENT)
  await signIns.removeSecondFactor(await session(set), CLIENT)
  expect([await isAlive(set), await isAlive(another), await isAlive(ravi)]).toEqual([true, false, true])

  const changed = await signIns.changePassword(await session(set), 'new hash', CLIENT)
  await signIns.signOut(await session(changed), CLIENT)
  expect((await kinds()).slice(before).join(' ')).toBe(
    'signed-in signed-in second-factor-set sign-in-failed signed-in second-factor-removed password-changed signed-out',
  )
})

test('A sign-in during which the account is changed starts no session, or that of its new role', async () => {
  const { accounts, signIns, join, person } = await openStaffStore(await temporaryDirectory())
  await join('meera', 'manager')
  const { id } = await join('nina')
  const checked = await person('nina')
  await accounts.update(id, { role: 'manager' }, COMMAND_LINE)
  expect(await signIns.afterPassword(checked, CLIENT)).toMatchObject({ stage: 'enrol' })
  await accounts.disable(id, COMMAND_LINE)
  expect(await signIns.afterPassword(checked, CLIENT)).toBeUndefined()
  await accounts.enable(id, COMMAND_LINE)
  await accounts.reset(id, COMMAND_LINE)
  expect(await signIns.afterPassword(checked, CLIENT)).toBeUndefined()
})

test('A change whose audit event cannot be written is undone', async () => {
  const store = await openStaffStore(await temporaryDirectory())
  const { database, accounts, signIns, invite, join, session, everything } = store
  await join('meera', 'manager')
  const { id, started } = await join('nina')
  const nina = await session(started)
  const link = await invite('ravi')
  await sql`create trigger refusal before insert on audit_events begin select raise(abort, 'refused'); end`.execute(
    database,
  )
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

describeOnEachDatabase('At once on two instances', (newStore) => {
  async function start() {
    const location = await newStore()
    const clock = new Clock()
    const [one, other] = [await openStaffStore(location, clock), await openStaffStore(location, clock)]
    /** Does something so many times, in turn on either. */
    const eachInTurn = <Result>(times: number, act: (store: typeof one, index: number) => Promise<Result>) =>
      Promise.all(Array.from({ length: times }, (_, index) => act(index % 2 ? one : other, index)))
    return { one, other, eachInTurn }
  }

  test('a code that is sent twenty times works once, and a sign-in checks five of fifty codes', async () => {
    const { one, eachInTurn } = await start()
    // A manager with a second factor whose last code was of step 100.
    await one.enrol((await one.join('meera', 'manager')).id)
    const waiting = async () => one.session(await one.signIns.afterPassword(await one.person('meera'), CLIENT))
    const sessions = [await waiting(), await waiting(), await waiting(), await waiting()]
    const sent = await eachInTurn(20, ({ signIns }, index) =>
      signIns.afterCode(sessions[index % sessions.length] as (typeof sessions)[0], 101, CLIENT),
    )
    expect(sent.filter((started) => started !== undefined)).toHaveLength(1)
    expect((await one.kinds()).filter((kind) => kind === 'signed-in')).toHaveLength(1)
    const { tokenHash } = await waiting()
    const checks = await eachInTurn(50, ({ signIns }) => signIns.beginCode(tokenHash))
    expect(checks.filter((mayCheck) => mayCheck)).toHaveLength(5)
  })

  test('a link is used once', async () => {
    const { one, eachInTurn } = await start()
    const token = await one.invite('nina')
    const used = await eachInTurn(8, async ({ signIns }, index) => {
      const started = await signIns.accept(token, { name: 'Nina', passwordHash: `hash ${index}` }, CLIENT)
      return started ? [`hash ${index}`] : []
    })
    expect(used.flat()).toEqual([(await one.person('nina')).password_hash])
  })

  test('failed sign-ins are counted to the limit, without addresses, and the others count nowhere', async () => {
    const { one, eachInTurn } = await start()
    const attempt = { by: 'password', email: 'nina@clinic.example', client: '192.0.2.1' } as const
    const attempts = await eachInTurn(50, ({ limits }) => limits.begin(attempt))
    expect(attempts.filter(({ ok }) => ok)).toHaveLength(10)
    const rows = await one.database.selectFrom('limits').select(['subject', 'times']).execute()
    const counted = { subject: expect.stringMatching(/^[0-9a-f]{64}$/), times: 10 }
    // The third says which of the failures of the address came from this client.
    expect(rows).toEqual([counted, counted, counted])
  })

  test('of two managers who disable, or demote, each other one wins', async () => {
    const { one, other } = await start()
    for (let round = 0; round < 10; round++) {
      const [meera, nina] = [await one.join(`meera-${round}`, 'manager'), await one.join(`nina-${round}`, 'manager')]
      const change = async ({ accounts, session }: typeof one, id: string, by: typeof meera) => {
        const actor = { by: by.id, client: CLIENT, session: (await session(by.started)).tokenHash }
        return () => (round % 2 ? accounts.disable(id, actor) : accounts.update(id, { role: 'coordinator' }, actor))
      }
      const changes = [await change(one, nina.id, meera), await change(other, meera.id, nina)]
      const results = await Promise.allSettled(changes.map((make) => make()))
      expect(results.map((result) => result.status === 'fulfilled' && result.value.ok).sort()).toEqual([false, true])
      const refused = results.find((result) => result.status === 'rejected' || !result.value.ok)
      if (refused?.status === 'fulfilled') expect(refused.value).toEqual({ ok: false, refusal: 'last-manager' })
      else expect(refused?.reason).toBeInstanceOf(SessionEnded)
      await one.database.updateTable('staff').set({ role: 'coordinator' }).execute()
    }
  })
})

const NEEDS = { PostgreSQL: hasPostgres() }

testRequiring(NEEDS, 'Fifty sign-ins that wait for another instance leave connections for all others', async () => {
  const location = await newPostgresDatabase()
  const [one, other] = [await openStaffStore(location), await openStaffStore(location)]
  const begun = await other.database.transaction().execute(async (transaction) => {
    await lock(transaction, SIGN_INS)
    const waiting = Array.from({ length: 50 }, (_, host) =>
      one.limits.begin({ by: 'hospital', client: `192.0.2.${host}` }),
    )
    for (let read = 0; read < 50; read++) await hasStaff(one.database)
    return { waiting }
  })
  expect(await Promise.all(begun.waiting)).toEqual(Array(50).fill({ ok: true }))
})
