import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { Clock } from '../../../tests/support/clock.ts'
import { describeOnEachDatabase, testOnPostgres } from '../../../tests/support/database/each-database.ts'
import { receiverIn } from '../../../tests/support/receive.ts'
import { CLIENT } from '../../../tests/support/staff-accounts.ts'
import { openStaffStore } from '../../../tests/support/staff-store.ts'
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts'
import { SessionEnded } from './audit.ts'
import { SIGN_INS } from './limits.ts'
import { findSession } from './sessions.ts'
import * as signIns from './sign-ins.ts'
import * as accounts from './staff-accounts.ts'
import { hasStaff } from './staff-members.ts'
import { lock } from './write.ts'

test('A second factor that is set or removed ends all other sessions of the person, and each step leaves its own event', async () => {
  const { database, clock, act, join, person, session, kinds } = await openStaffStore(await temporaryDirectory())
  const { started } = await join('nina')
  await join('ravi')
  const before = (await kinds()).length
  const nina = await person('nina')
  const ravi = await signIns.afterPassword(act(), await person('ravi'))
  const isAlive = async (each: { token: string } | undefined) =>
    (await findSession(database, clock.now, each?.token ?? '', { isPersons: true })) !== undefined
  const other = await signIns.afterPassword(act(), nina)
  const own = await session(started)
  for (const secret of ['SHOWN', 'LATER']) await signIns.proposeSecondFactor(database, own.tokenHash, secret)
  const set = await signIns.setSecondFactor(act(), own, 200)
  expect((await person('nina')).totp_secret).toBe('SHOWN')
  expect([await isAlive(set), await isAlive(other), await isAlive(ravi)]).toEqual([true, false, true])

  const waiting = await session(await signIns.afterPassword(act(), nina))
  await signIns.failedCode(act(), waiting)
  const another = await signIns.afterCode(act(), waiting, 201)
  await signIns.removeSecondFactor(act(), await session(set))
  expect([await isAlive(set), await isAlive(another), await isAlive(ravi)]).toEqual([true, false, true])

  const changed = await signIns.changePassword(act(), await session(set), 'new hash')
  await signIns.signOut(act(), await session(changed))
  expect((await kinds()).slice(before).join(' ')).toBe(
    'signed-in signed-in second-factor-set sign-in-failed signed-in second-factor-removed password-changed signed-out',
  )
})

test('A sign-in during which the account is changed starts no session, or that of its new role', async () => {
  const { act, join, person } = await openStaffStore(await temporaryDirectory())
  await join('meera', 'manager')
  const { id } = await join('nina')
  const checked = await person('nina')
  await accounts.update(act(), id, { role: 'manager' })
  expect(await signIns.afterPassword(act(), checked)).toMatchObject({ stage: 'enrol' })
  await accounts.disable(act(), id)
  expect(await signIns.afterPassword(act(), checked)).toBeUndefined()
  await accounts.enable(act(), id)
  await accounts.reset(act(), id)
  expect(await signIns.afterPassword(act(), checked)).toBeUndefined()
})

test('A change whose audit event cannot be written is undone', async () => {
  const store = await openStaffStore(await temporaryDirectory())
  const { database, act, invite, join, session, everything } = store
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
    () => accounts.disable(act(), id),
    () => accounts.update(act(), id, { role: 'manager' }),
    () => signIns.accept(act(), link, { name: 'Ravi', passwordHash: 'a hash' }),
    () => signIns.changePassword(act(), nina, 'new hash'),
    () => signIns.signOut(act(), nina),
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
    const eachInTurn = <Result>(times: number, work: (store: typeof one, index: number) => Promise<Result>) =>
      Promise.all(Array.from({ length: times }, (_, index) => work(index % 2 ? one : other, index)))
    return { one, other, eachInTurn }
  }

  test('a code that is sent twenty times works once, and a sign-in checks five of fifty codes', async () => {
    const { one, eachInTurn } = await start()
    // A manager with a second factor whose last code was of step 100.
    await one.enrol((await one.join('meera', 'manager')).id)
    const waiting = async () => one.session(await signIns.afterPassword(one.act(), await one.person('meera')))
    const sessions = [await waiting(), await waiting(), await waiting(), await waiting()]
    const sent = await eachInTurn(20, ({ act }, index) =>
      signIns.afterCode(act(), sessions[index % sessions.length] as (typeof sessions)[0], 101),
    )
    expect(sent.filter((started) => started !== undefined)).toHaveLength(1)
    expect((await one.kinds()).filter((kind) => kind === 'signed-in')).toHaveLength(1)
    const { tokenHash } = await waiting()
    const checks = await eachInTurn(50, ({ database }) => signIns.beginCode(database, tokenHash))
    expect(checks.filter((mayCheck) => mayCheck)).toHaveLength(5)
  })

  test('a link is used once', async () => {
    const { one, eachInTurn } = await start()
    const token = await one.invite('nina')
    const used = await eachInTurn(8, async ({ act }, index) => {
      const started = await signIns.accept(act(), token, { name: 'Nina', passwordHash: `hash ${index}` })
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
      const change = async ({ act, session }: typeof one, id: string, by: typeof meera) => {
        const actor = { by: by.id, client: CLIENT, session: (await session(by.started)).tokenHash }
        return () =>
          round % 2 ? accounts.disable(act(actor), id) : accounts.update(act(actor), id, { role: 'coordinator' })
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

testOnPostgres('Fifty sign-ins that wait for another instance leave connections for all others', async (location) => {
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

testOnPostgres(
  'Whoever signs out while a call of theirs begins at another instance holds nobody afterwards',
  async (location) => {
    const { database, act, join, session } = await openStaffStore(location)
    const { id, started } = await join('nina')
    await receiverIn(database)()
    const begun = await database.transaction().execute(async (transaction) => {
      // As a claim does.
      await lock(transaction, `person ${id}`)
      const signingOut = signIns.signOut(act(), await session(started))
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await vi.waitFor(async () => expect((await waiting.execute(database)).rows).toHaveLength(1))
      await transaction.updateTable('callbacks').set({ claimed_by: id, claimed_until: '2099-01-01' }).execute()
      return { signingOut }
    })
    await begun.signingOut
    expect(await database.selectFrom('callbacks').select('claimed_by').execute()).toEqual([{ claimed_by: null }])
  },
)
