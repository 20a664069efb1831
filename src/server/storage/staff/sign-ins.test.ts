import { describe, expect, test } from 'vitest'
import { Clock } from '../../../../tests/support/clock.ts'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { CLIENT, openStaffStore } from '../../../../tests/support/staff-store.ts'
import { temporaryDirectory } from '../../../../tests/support/temporary-directory.ts'

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
