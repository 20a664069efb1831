import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'
import type { Browser } from '../../../../tests/support/start-desk-listener.ts'

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
    expect(answer).toMatchObject({ callback, complete: true, others: { rows: [], next: null } })
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

  test('has a timeline of what was received, notified, claimed, tried, requeued and noted, newest first', async () => {
    const { ask, attempt, undo, report, person, coordinator, clock, database } = await start()
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

    const ravi = { id: coordinator.id, name: coordinator.email.split('@')[0] }
    const at = (time: string, day = 20) => `2026-11-${day}T${time}:00.000Z`
    expect((await person(id)).timeline).toEqual([
      { at: at('10:36'), kind: 'overdue-mail', by: null, state: 'abandoned' },
      { at: at('10:30'), kind: 'requeued', by: ravi, from: at('08:30', 21), until: at('10:30', 21) },
      { at: at('10:30'), kind: 'tried', by: ravi, outcome: 'busy', in_window: false, undone: false },
      { at: at('10:30'), kind: 'claimed', by: ravi },
      { at: at('09:31'), kind: 'tried', by: ravi, outcome: 'no_answer', in_window: true, undone: true },
      { at: at('09:31'), kind: 'note', by: ravi, text: 'Rang long.' },
      { at: at('09:31'), kind: 'claimed', by: ravi },
      { at: at('09:30'), kind: 'notified', by: null, reference: id, channel: 'staff-mail', state: 'delivered' },
      { at: at('09:29'), kind: 'notified', by: null, reference: id, channel: 'webhook', state: 'waiting' },
      { at: at('09:29'), kind: 'received', by: null, reference: id },
    ])
  })

  test('of a suspected request has the request and no callback', async () => {
    const { ask, person, report } = await start()
    const settled = await ask({ minutesAgo: 60 })
    await report(settled, 'wrong_number')
    const suspected = await ask({ phone: '00000-00001', suspected: true })
    expect(await person(suspected)).toMatchObject({
      callback: null,
      requests: [{ reference: suspected, suspected: true, status: 'new' }],
      timeline: [{ kind: 'notified' }, { kind: 'notified' }, { kind: 'received' }],
      others: { rows: [{ references: [settled], status: 'wrong_number' }], next: null },
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
    await database.schema.dropTable('audit_events').execute()
    const unrecorded = await read(second, other)
    expect(unrecorded.statusCode).toBeGreaterThanOrEqual(500)
    expect(unrecorded.body).not.toContain('Asha')
  })
})
