import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { CLIENT, openStaffStore } from '../../../../tests/support/staff-store.ts'
import { HospitalSignIns } from './hospital-sign-ins.ts'

const ASHA = {
  issuer: 'https://sign-in.hospital.example/',
  subject: 'asha',
  email: 'asha@clinic.example',
  isEmailUnverified: false,
  name: 'Asha Invented',
  role: 'coordinator',
} as const

describeOnEachDatabase("Sign-ins by the hospital's provider", (newStore) => {
  test('Of many first ones at once, at two instances, one makes the account', async () => {
    const location = await newStore()
    const stores = [await openStaffStore(location), await openStaffStore(location)]
    const signIns = stores.map(({ database, clock }) => new HospitalSignIns(database, () => clock.now))
    const results = await Promise.all([...signIns, ...signIns, ...signIns].map((each) => each.signIn(ASHA, CLIENT)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(6)
    const [store] = stores
    expect(await store?.accounts.all()).toHaveLength(1)
    expect((await store?.kinds())?.filter((kind) => kind === 'connected')).toHaveLength(1)
  })

  test('Leave nothing behind when one of their writes fails', async () => {
    const { database, clock, everything, refuse } = await openStaffStore(await newStore())
    await refuse('insert', 'staff_sessions')
    const before = await everything()
    await expect(new HospitalSignIns(database, () => clock.now).signIn(ASHA, CLIENT)).rejects.toThrow()
    expect(await everything()).toEqual(before)
  })
})
