import { expect, test } from 'vitest'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'
import { DETAILS } from '../../../../tests/support/samples.ts'

async function start() {
  const desk = await startCalls(undefined, { channels: ['staff-mail'] })
  const manager = await desk.signedIn('manager', 'Meera Invented')
  return { ...desk, manager, download: (reference: string) => manager.post(`/api/requests/${reference}/export`) }
}

test('Downloading saves what was asked, done, written and sent, in each callback of a number, and nothing of others', async () => {
  const { ask, report, download, manager, events } = await start()
  const settled = await ask({ minutesAgo: 30, language: 'hi' })
  await report(settled, 'reached', { by: manager, note: 'Asked about prices' })
  const open = await ask({ phone: '+91 00000 00001', message: 'Please call\nin the evening.', minutesAgo: 20 })
  const suspected = await ask({ minutesAgo: 10, suspected: true })
  const other = await ask({ phone: '0000000002', name: 'Ravi Invented' })
  await manager.post(`/api/callbacks/${other}/notes`, { text: 'Of somebody else' })

  const answer = await download(open.toLowerCase())
  expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
    200,
    `attachment; filename="person-${open}.json"`,
  ])
  const person = answer.json()
  const parts = ['exported_at', 'requests', 'callbacks', 'calls', 'notes', 'messages', 'audit_events']
  expect(Object.keys(person)).toEqual(parts)
  expect(person.requests).toMatchObject([
    { reference: settled, status: 'reached', suspected: false, language: 'hi', email: DETAILS.email },
    { reference: open, status: 'new', message: 'Please call\nin the evening.' },
    { reference: suspected, suspected: true, callback: null },
  ])
  expect(person.callbacks).toMatchObject([
    { status: 'reached', requests_of_others: 0, due_from: expect.any(String), due_until: expect.any(String) },
    { status: 'new', requests_of_others: 0 },
  ])
  expect(person.calls).toMatchObject([
    { what: 'claimed', by: 'Meera Invented' },
    { what: 'reached', by: 'Meera Invented' },
  ])
  expect(person.notes).toMatchObject([{ text: 'Asked about prices', by: 'Meera Invented' }])
  expect(person.messages).toMatchObject(
    [settled, open, suspected].map((reference) => ({ reference, channel: 'staff-mail', status: 'waiting' })),
  )
  expect(person.audit_events).toMatchObject([
    { kind: 'claimed', subject: settled, by: 'Meera Invented' },
    { kind: 'outcome', subject: settled, detail: { outcome: 'reached' } },
    { kind: 'exported', subject: open, by: 'Meera Invented', detail: { requests: 3 } },
  ])
  for (const foreign of [other, 'Ravi', 'Of somebody else', '127.0.0.1']) expect(answer.body).not.toContain(foreign)
  expect(await events('exported')).toMatchObject([{ by: manager.id, subject: open, client: '127.0.0.1' }])
})

test('Downloading answers 404 for an unknown reference, and records nothing', async () => {
  const { download, events } = await start()
  for (const unknown of ['7K3M-9RXD', 'nobody']) expect((await download(unknown)).statusCode).toBe(404)
  expect(await events('exported')).toEqual([])
})
