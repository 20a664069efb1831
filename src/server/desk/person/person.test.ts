import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'
import type { Browser } from '../../../../tests/support/start-desk-listener.ts'
import type { AuditEvent } from '../../../callback-request/calling/audit-kinds.ts'

const MESSAGE = 'Please call\nafter lunch. '

describeOnEachDatabase("A person's page", (newStore) => {
  async function start() {
    const desk = await startCalls(await newStore(), { channels: ['staff-mail', 'webhook'] })
    const read = (reference: string, browser: Browser = desk.coordinator) => browser.get(`/api/requests/${reference}`)
    return { ...desk, read, person: async (reference: string) => (await read(reference)).json() }
  }

  test('has what was asked, under any of its references, in any case and without a hyphen, and under nothing else', async () => {
    const { ask, person, read } = await start()
    const first = await ask({ message: MESSAGE, campaign: 'spring', minutesAgo: 5, language: 'hi' })
    const second = await ask({ timeSlot: '06:00pm-08:00pm' })
    const answer = await person(first)
    const callback = { name: 'Asha Invented', asked: 2, time_slot: '06:00pm-08:00pm', references: [second, first] }
    expect(answer).toMatchObject({ callback, earlier: [], others: [], held_back: 0 })
    const campaign = { source: 'newsletter', campaign: 'spring' }
    const asked = { received_at: '2026-11-20T09:25:00.000Z', message: MESSAGE, language: 'hi', campaign }
    expect(answer.requests).toMatchObject([{ reference: second }, { reference: first, suspected: false, ...asked }])
    for (const typed of [second, second.toLowerCase(), first.replace('-', '').toLowerCase()]) {
      expect(await person(typed), typed).toEqual(answer)
    }
    for (const unknown of ['7K3M-9RXD', 'nope', '%00', `${first}x`, "7K3M-9RX'"]) {
      expect((await read(unknown)).statusCode, unknown).toBe(404)
    }
  })

  test('has a timeline of what was received, notified, claimed, released, tried, requeued and noted, newest first', async () => {
    const { ask, attempt, undo, report, person, coordinator, signedIn, clock, database } = await start()
    const id = await ask({ timeSlot: '02:00pm-04:00pm', minutesAgo: 1 })
    const at09_30 = clock.now.toISOString()
    const delivered = { status: 'delivered', settled_at: at09_30 } as const
    await database.updateTable('outbox_messages').set(delivered).where('channel', '=', 'staff-mail').execute()
    const overdue = { id: 'overdue', reference: id, channel: 'overdue-mail', status: 'abandoned' } as const
    const times = { queued_at: at09_30, due_at: at09_30, settled_at: '2026-11-20T10:36:00.000Z' }
    const mail = { ...overdue, ...times }
    await database.insertInto('outbox_messages').values(mail).execute()
    clock.pass({ minutes: 1 })
    const unanswered = await attempt(id, 'no_answer', { note: 'Rang long.' })
    clock.pass({ minutes: 1 })
    await undo(id, unanswered)
    // The end of the window no longer belongs to it.
    clock.pass({ minutes: 58 })
    await coordinator.signIn()
    await report(id, 'busy')
    clock.pass({ minutes: 10 })
    await coordinator.claim(id, { early: true })
    const meera = await signedIn('manager', 'meera')
    await meera.delete(`/api/callbacks/${id}/claim`)
    await report(id, 'call_later', { day: '2026-11-21', time: '10:00', incoming: true })

    const ravi = { id: coordinator.id, name: coordinator.email.split('@')[0] }
    const at = (time: string, day = 20) => `2026-11-${day}T${time}:00.000Z`
    const tried = { kind: 'tried', by: ravi, began_at: expect.any(String) }
    expect((await person(id)).timeline).toEqual([
      { at: at('10:40'), kind: 'requeued', by: ravi, from: at('04:30', 21), until: at('05:00', 21) },
      { at: at('10:40'), ...tried, outcome: 'call_later', window: 'before', incoming: true, undone: false },
      { at: at('10:40'), kind: 'released', by: { id: meera.id, name: 'meera' } },
      { at: at('10:40'), kind: 'claimed', by: ravi },
      { at: at('10:36'), kind: 'overdue-mail', by: null, state: 'abandoned' },
      { at: at('10:30'), kind: 'requeued', by: ravi, from: at('08:30', 21), until: at('10:30', 21) },
      { at: at('10:30'), ...tried, outcome: 'busy', window: 'after', incoming: false, undone: false },
      { at: at('09:31'), ...tried, outcome: 'no_answer', window: 'in', incoming: false, undone: true },
      { at: at('09:31'), kind: 'note', by: ravi, text: 'Rang long.' },
      { at: at('09:30'), kind: 'notified', by: null, reference: id, channel: 'staff-mail', state: 'delivered' },
      { at: at('09:29'), kind: 'notified', by: null, reference: id, channel: 'webhook', state: 'waiting' },
      { at: at('09:29'), kind: 'received', by: null, reference: id },
    ])
  })

  test('of a request that is held back has no callback, what came before, and who else has asked', async () => {
    const { ask, person, report, coordinator } = await start()
    const settled = await ask({ minutesAgo: 60 })
    await report(settled, 'wrong_number', { note: 'A shop.' })
    const relatives = [await ask({ name: 'Rahul Relative', minutesAgo: 50 }), await ask({ name: 'Meera Relative' })]
    await report(relatives[0] ?? '', 'reached')
    const again = await ask({ name: 'Rahul Relative' })
    const suspected = await ask({ phone: '00000-00001', suspected: true })
    expect(await person(suspected)).toMatchObject({
      callback: null,
      requests: [{ reference: suspected, suspected: true, status: 'new' }],
      timeline: [{ kind: 'notified' }, { kind: 'notified' }, { kind: 'received' }],
      earlier: [
        {
          ...{ reference: settled, status: 'wrong_number', settled_at: '2026-11-20T09:30:00.000Z' },
          ...{ by: coordinator.email.split('@')[0], note: 'A shop.' },
        },
      ],
      others: [
        { name: 'Rahul Relative', status: 'new', reference: again },
        { name: 'Meera Relative', status: 'new', reference: relatives[1] },
      ],
      held_back: 1,
    })
  })

  test('is recorded in the audit log once in 15 minutes for each person and reference, and never shown without', async () => {
    const { ask, read, signedIn, clock, events, coordinator, database } = await start()
    const [first, second] = [await ask({ minutesAgo: 1 }), await ask()]
    const other = await signedIn('coordinator')
    await Promise.all([read(first), read(first.toLowerCase()), read(first), read(first)])
    clock.pass({ minutes: 14, seconds: 59 })
    for (const reference of [first, '7K3M-9RXD', second]) await read(reference)
    await read(first, other)
    const recorded = async () => (await events('person-read')).map(({ by, subject }) => [by, subject])
    const before = [
      [coordinator.id, first],
      [coordinator.id, second],
      [other.id, first],
    ]
    expect(await recorded()).toEqual(before)
    clock.pass({ seconds: 1 })
    await read(first)
    expect(await recorded()).toEqual([...before, [coordinator.id, first]])
    const [relative, manager] = [await ask({ name: 'Rahul Relative' }), await signedIn('manager')]
    await read(relative)
    const about = (reference: string) => manager.get(`/api/audit?kind=person-read&reference=${reference}`)
    const readers = (await about(second.toLowerCase())).json().rows.map(({ by, subject }: AuditEvent) => [by, subject])
    expect(readers, 'any of their references means the person').toEqual((await recorded()).slice(0, -1).reverse())
    await manager.post(`/api/requests/${relative}/erase`, { confirm: relative })
    expect((await about(relative)).json().rows, 'once erased').toMatchObject([{ subject: relative }])
    await database.schema.dropTable('audit_events').execute()
    const unrecorded = await read(second, other)
    expect(unrecorded.statusCode).toBeGreaterThanOrEqual(500)
    expect(unrecorded.body).not.toContain('Asha')
  })
})
