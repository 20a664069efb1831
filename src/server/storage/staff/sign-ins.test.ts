import { describe, expect, test } from 'vitest'
import { Clock } from '../../../../tests/support/clock.ts'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { CLIENT, openStaffStore } from '../../../../tests/support/staff-store.ts'
import { temporaryDirectory } from '../../../../tests/support/temporary-directory.ts'
import { COMMAND_LINE } from '../audit/audit-events.ts'
import { signInByHospital } from './hospital-sign-ins.ts'

const HOSPITAL_PERSON = {
  issuer: 'https://sign-in.hospital.example/',
  subject: 'zoya',
  email: 'zoya@clinic.example',
  isEmailUnverified: false,
  name: 'Zoya Invented',
  role: 'coordinator',
} as const

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
  test('A password that was changed, or an account that was disabled, while it was checked starts no session', async () => {
    const { accounts, database, join, person, signIns } = await openStaffStore(await temporaryDirectory())
    const nina = await join('nina')
    await join('ravi')
    const checked = [await person('nina'), await person('ravi')]
    await accounts.disable(nina.id, COMMAND_LINE)
    await database.updateTable('staff').set({ password_hash: 'another' }).where('id', '!=', nina.id).execute()
    for (const each of checked) expect(await signIns.afterPassword(each, CLIENT)).toBeUndefined()
  })

  test('A second factor is set with the first secret that was shown, once, and replaces the session', async () => {
    const { signIns, sessions, join, session, person } = await openStaffStore(await temporaryDirectory())
    const { started } = await join('meera', 'manager')
    const enrolling = await session(started)
    const proposals = ['FIRST', 'SECOND'].map((secret) => signIns.proposeSecondFactor(enrolling.tokenHash, secret))
    const [shown, again] = await Promise.all(proposals)
    expect(again).toBe(shown)
    const results = await Promise.all([1, 2, 3].map(() => signIns.setSecondFactor(enrolling, 200, CLIENT)))
    expect(results.filter((each) => each?.stage === 'desk')).toHaveLength(1)
    expect(await person('meera')).toMatchObject({ totp_secret: shown, totp_step: 200 })
    expect(await sessions.find(started.token, { isPersons: true })).toBeUndefined()
  })

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
    await signIns.proposeSecondFactor(own.tokenHash, 'SECRET')
    const set = await signIns.setSecondFactor(own, 200, CLIENT)
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

  test('A step whose audit event cannot be written is undone, and leaves no event when it fails itself', async () => {
    const steps = async (store: Store) => {
      const { invite, join, session, person, signIns, enrol } = store
      const link = await invite('ravi')
      const nina = await join('nina')
      const signedIn = await session(nina.started)
      const enrolling = await session((await join('asha', 'manager')).started)
      await signIns.proposeSecondFactor(enrolling.tokenHash, 'SECRET')
      const waiting = await waitingForCode(store)
      await enrol(nina.id)
      const manager = await person('asha')
      return {
        accept: () => signIns.accept(link, { name: 'Ravi', passwordHash: 'a hash' }, CLIENT),
        afterCode: () => signIns.afterCode(waiting, 101, CLIENT),
        setSecondFactor: () => signIns.setSecondFactor(enrolling, 200, CLIENT),
        changePassword: () => signIns.changePassword(signedIn, 'new hash', CLIENT),
        afterPassword: () => signIns.afterPassword(manager, CLIENT),
        removeSecondFactor: () => signIns.removeSecondFactor(signedIn, CLIENT),
        signOut: () => signIns.signOut(signedIn, CLIENT),
        failedCode: () => signIns.failedCode(waiting, CLIENT),
        byHospital: () => signInByHospital(store.database, HOSPITAL_PERSON, { now: store.clock.now, client: CLIENT }),
      }
    }
    const withoutEvents = await openStaffStore(await temporaryDirectory())
    // To begin a sign-in leaves no event yet.
    const { afterPassword: _, ...recorded } = await steps(withoutEvents)
    await withoutEvents.refuse('insert', 'audit_events')
    const before = await withoutEvents.everything()
    for (const [name, step] of Object.entries(recorded)) await expect(step(), name).rejects.toThrow('refused')
    expect(await withoutEvents.everything()).toEqual(before)

    const withoutSessions = await openStaffStore(await temporaryDirectory())
    const { removeSecondFactor: __, signOut, failedCode, ...starting } = await steps(withoutSessions)
    await withoutSessions.refuse('insert', 'staff_sessions')
    const earlier = await withoutSessions.everything()
    for (const [name, step] of Object.entries(starting)) await expect(step(), name).rejects.toThrow('refused')
    expect(await withoutSessions.everything()).toEqual(earlier)
  })
})

describeOnEachDatabase('Signing in', (newStore) => {
  test("Of many first sign-ins by the hospital's provider at once, at two instances, one makes the account", async () => {
    const location = await newStore()
    const stores = [await openStaffStore(location), await openStaffStore(location)]
    const all = [...stores, ...stores, ...stores].map(({ database, clock }) =>
      signInByHospital(database, HOSPITAL_PERSON, { now: clock.now, client: CLIENT }),
    )
    expect((await Promise.all(all)).filter(({ ok }) => ok)).toHaveLength(6)
    const [store] = stores
    expect(await store?.accounts.all()).toHaveLength(1)
    expect((await store?.kinds())?.filter((kind) => kind === 'connected')).toHaveLength(1)
  })

  test('A code that is sent twenty times at once to two instances works once', async () => {
    const location = await newStore()
    const clock = new Clock()
    const one = await openStaffStore(location, clock)
    const other = await openStaffStore(location, clock)
    const sessions = [await waitingForCode(one)]
    while (sessions.length < 5) {
      sessions.push(await one.session(await one.signIns.afterPassword(await one.person('meera'), CLIENT)))
    }
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const session = sessions[index % 5]
        return session && (index % 2 ? one : other).signIns.afterCode(session, 101, CLIENT)
      }),
    )
    expect(results.filter((started) => started !== undefined)).toHaveLength(1)
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
    const instances = [await openStaffStore(location, clock), await openStaffStore(location, clock)]
    const token = (await instances[0]?.invite('nina')) ?? ''
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        instances[index % 2]?.signIns.accept(token, { name: `Nina ${index}`, passwordHash: `hash ${index}` }, CLIENT),
      ),
    )
    const used = results.flatMap((started, index) => (started ? [index] : []))
    expect(used).toHaveLength(1)
    expect(await instances[0]?.person('nina')).toMatchObject({
      name: `Nina ${used[0]}`,
      password_hash: `hash ${used[0]}`,
    })
    expect((await instances[0]?.kinds())?.filter((kind) => kind === 'accepted')).toHaveLength(1)
  })
})
