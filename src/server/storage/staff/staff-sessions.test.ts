import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { Clock } from '../../../../tests/support/clock.ts'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { CLIENT, openStaffStore } from '../../../../tests/support/staff-store.ts'
import { deleteExpiredSignIns } from './staff-sessions.ts'

describeOnEachDatabase('Sessions', (newStore) => {
  test('Expired ones are deleted once by sweeps on two instances, with one event each, and no others', async () => {
    const location = await newStore()
    const clock = new Clock()
    const one = await openStaffStore(location, clock)
    const other = await openStaffStore(location, clock)
    await one.join('nina')
    await one.join('meera', 'manager')
    await one.invite('asha')
    await one.failures.begin({ client: CLIENT })
    clock.pass({ hours: 1 })
    const { started } = await one.join('ravi')
    await one.invite('kiran')
    await one.failures.begin({ email: 'ravi@clinic.example' })
    await Promise.all([one, other, one, other].map(({ database }) => deleteExpiredSignIns(database, clock.now)))
    const [, sessions, invitations, failures] = await one.everything()
    expect(sessions.map(({ token_hash }) => token_hash)).toEqual([hash('sha256', started.token)])
    expect(invitations).toHaveLength(2)
    expect(failures).toHaveLength(1)
    // Meera's was not yet signed in.
    expect((await one.kinds()).filter((kind) => kind === 'session-ended')).toHaveLength(1)
    clock.pass({ hours: 23 })
    await deleteExpiredSignIns(one.database, clock.now)
    expect((await one.everything())[2]).toHaveLength(1)
  })
})
