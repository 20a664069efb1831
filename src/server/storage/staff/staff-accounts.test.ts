import { describe, expect, test } from 'vitest'
import { Clock } from '../../../../tests/support/clock.ts'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { CLIENT, openStaffStore } from '../../../../tests/support/staff-store.ts'
import { temporaryDirectory } from '../../../../tests/support/temporary-directory.ts'
import { COMMAND_LINE } from '../audit/audit-events.ts'

describe('Accounts', () => {
  test('are known by their e-mail address, however it is written', async () => {
    const { accounts, kinds } = await openStaffStore(await temporaryDirectory())
    const invite = (email: string) => accounts.invite({ email, name: 'Élodie', role: 'coordinator' }, COMMAND_LINE)
    await invite(' ÉLODIE@Clinic.example ')
    await invite('e\u0301lodie@clinic.example')
    expect(await accounts.all()).toMatchObject([{ email: 'élodie@clinic.example', state: 'invited' }])
    expect(await accounts.byEmail('Élodie@CLINIC.example')).toMatchObject({ name: 'Élodie' })
    expect(await kinds()).toEqual(['invited', 'invited'])
  })

  test('An account with a password, or a disabled one, cannot be invited again', async () => {
    const { accounts, invite, join } = await openStaffStore(await temporaryDirectory())
    const { id } = await join('nina')
    await expect(invite('nina')).rejects.toThrow('exists')
    await accounts.disable(id, COMMAND_LINE)
    await expect(invite('nina')).rejects.toThrow('exists')
  })

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

  test('Nobody disables or demotes oneself or the last enabled manager, and a refused change leaves nothing behind', async () => {
    const store = await openStaffStore(await temporaryDirectory())
    const { accounts, invite, join, everything } = store
    const meera = await join('meera', 'manager')
    const nina = await join('nina', 'manager')
    await invite('ravi', 'manager')
    const byMeera = { by: meera.id, client: CLIENT }
    await accounts.disable(nina.id, byMeera)
    const before = await everything()

    const demotion = { name: 'Another', role: 'coordinator' } as const
    const yourself = { ok: false, refusal: 'yourself' }
    const lastManager = { ok: false, refusal: 'last-manager' }
    expect(await accounts.disable(meera.id, byMeera)).toEqual(yourself)
    expect(await accounts.update(meera.id, demotion, byMeera)).toEqual(yourself)
    expect(await accounts.disable(meera.id, COMMAND_LINE)).toEqual(lastManager)
    expect(await accounts.update(meera.id, demotion, COMMAND_LINE)).toEqual(lastManager)
    expect(await accounts.disable('nobody', COMMAND_LINE)).toEqual({ ok: false, refusal: 'unknown' })
    expect(await everything()).toEqual(before)
  })

  test('A change whose audit event cannot be written is undone, and leaves no event when it fails itself', async () => {
    const withoutEvent = await openStaffStore(await temporaryDirectory())
    const changes = async ({ accounts, invite, join }: typeof withoutEvent) => {
      await join('meera', 'manager')
      const { id } = await join('nina')
      const { id: disabled } = await join('ravi')
      await accounts.disable(disabled, COMMAND_LINE)
      return [
        () => invite('new'),
        () => accounts.reset(id, COMMAND_LINE),
        () => accounts.disable(id, COMMAND_LINE),
        () => accounts.enable(disabled, COMMAND_LINE),
        () => accounts.update(id, { role: 'manager' }, COMMAND_LINE),
      ]
    }
    const expectUndone = async (store: typeof withoutEvent, table: string, event: 'insert' | 'update') => {
      const all = await changes(store)
      await store.refuse(event, table)
      const before = await store.everything()
      for (const change of table === 'staff' ? all.slice(1) : all) await expect(change()).rejects.toThrow()
      expect(await store.everything()).toEqual(before)
    }
    await expectUndone(withoutEvent, 'audit_events', 'insert')
    await expectUndone(await openStaffStore(await temporaryDirectory()), 'staff', 'update')
  })
})

describeOnEachDatabase('Accounts', (newStore, newDatabase) => {
  test('Of two managers who disable, or demote, each other at once on two instances one wins', async () => {
    for (const action of ['disable', 'demote'] as const) {
      const location = await newDatabase()
      const one = await openStaffStore(location)
      const other = await openStaffStore(location)
      const meera = await one.join('meera', 'manager')
      const nina = await one.join('nina', 'manager')
      const change = ({ accounts }: typeof one, id: string, by: string) =>
        action === 'disable'
          ? accounts.disable(id, { by, client: CLIENT })
          : accounts.update(id, { role: 'coordinator' }, { by, client: CLIENT })
      for (let round = 0; round < 10; round++) {
        const results = await Promise.all([change(one, nina.id, meera.id), change(other, meera.id, nina.id)])
        expect(results.filter(({ ok }) => ok)).toHaveLength(1)
        const refusal = action === 'disable' ? 'signed-out' : 'last-manager'
        expect(results.find(({ ok }) => !ok)).toEqual({ ok: false, refusal })
        await one.database.updateTable('staff').set({ role: 'manager', disabled_at: null }).execute()
      }
    }
  })

  test('The same address invited at once on two instances is one account with one valid link', async () => {
    const location = await newStore()
    const clock = new Clock()
    const one = await openStaffStore(location, clock)
    const other = await openStaffStore(location, clock)
    const tokens = await Promise.all([
      one.invite('nina'),
      other.invite('nina'),
      one.invite('nina'),
      other.invite('nina'),
    ])
    expect(await one.accounts.all()).toHaveLength(1)
    const valid = await Promise.all(tokens.map((token) => one.signIns.invited(token)))
    expect(valid.filter((invitation) => invitation !== undefined)).toHaveLength(1)
  })
})
