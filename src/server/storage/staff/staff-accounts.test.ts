import { describe, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { CLIENT, openStaffStore } from '../../../../tests/support/staff-store.ts'
import { temporaryDirectory } from '../../../../tests/support/temporary-directory.ts'
import { COMMAND_LINE } from '../audit/audit-events.ts'

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
    const { accounts, signIns, invite, join, session, everything, refuse } = await openStaffStore(
      await temporaryDirectory(),
    )
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
