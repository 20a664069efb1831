import { expect, test, vi } from 'vitest'
import { startMailReceiver } from '../../../../tests/support/mail-receiver.ts'
import { openNotifyingStore } from '../../../../tests/support/notifying-store.ts'
import { DETAILS, SUBMISSION } from '../../../../tests/support/samples.ts'
import { startServer } from '../../../../tests/support/server-process.ts'
import { temporaryDirectory } from '../../../../tests/support/temporary-directory.ts'
import type { Outcome } from '../../../callback-request/calling/outcomes.ts'
import { Callbacks } from '../../storage/callbacks/callbacks.ts'
import { type OverdueCallback, queueMails } from '../../storage/callbacks/overdue-callbacks.ts'
import { openDatabase } from '../../storage/database/open-database.ts'
import { CallbackRequests } from '../../storage/requests/callback-requests.ts'
import { overdueMail } from './overdue-mail.ts'

const ZONE = 'Asia/Kolkata'
const RAVI = { by: 'ravi', client: null }
const STAFF = { NOTIFY_EMAIL: 'desk@clinic.example, second@clinic.example', MAIL_FROM: 'website@clinic.example' }
const EVENTUALLY = { timeout: 10_000, interval: 10 }

const TOMORROW = {
  slot: '10:00am-12:00pm',
  window: { from: new Date('2026-11-21T04:30:00.000Z'), until: new Date('2026-11-21T06:30:00.000Z') },
} as const

const CALLBACK: OverdueCallback = {
  reference: '7K3M-9RXD',
  name: 'Asha Invented',
  phone: '0000000001',
  service: 'Rhinoplasty',
  slot: '02:00pm-04:00pm',
  due_from: '2026-11-20T08:30:00.000Z',
  due_until: '2026-11-20T10:30:00.000Z',
  tries: 2,
}

const mailOf = (callback: Partial<OverdueCallback> = {}, detail: 'full' | 'reference' = 'full') =>
  overdueMail({ ...CALLBACK, ...callback }, detail, {
    link: 'https://desk.clinic.example/requests/7K3M-9RXD',
    timeZone: ZONE,
  })

test('The text says whom to call, what to do then, and when the call was due', () => {
  const { subject, text } = mailOf()
  expect(subject).toBe('Overdue callback 7K3M-9RXD: Friday 20 November 2026, 2:00 pm to 4:00 pm')
  expect(text).toBe(
    [
      'Nobody has called in time. Please call now: Asha Invented',
      'tel:0000000001',
      '',
      'Then save at the callback desk what came of the call. If somebody has called already, save that.',
      'https://desk.clinic.example/requests/7K3M-9RXD',
      '',
      'Was due: Friday 20 November 2026, 2:00 pm to 4:00 pm (India Standard Time)',
      'Slot: 02:00pm-04:00pm',
      'Service: Rhinoplasty',
      'Earlier calls without an answer: 2',
      'Reference: 7K3M-9RXD',
      '',
    ].join('\n'),
  )
})

test('The HTML has the same, with links that call and that open the desk, and nothing typed becomes HTML', () => {
  const { html } = mailOf({ name: '<b>Asha</b>' })
  for (const part of [
    'Nobody has called in time. Please call now:',
    '<bdi>&#60;b&#62;Asha&#60;/b&#62;</bdi>',
    '<a href="tel:0000000001"',
    '<a href="https://desk.clinic.example/requests/7K3M-9RXD"',
    'Friday 20 November 2026, 2:00 pm to 4:00 pm (India Standard Time)',
    'Rhinoplasty',
  ]) {
    expect(html).toContain(part)
  }
})

test('For Anytime it says until when, and without a service or earlier calls it leaves these out', () => {
  const { subject, text } = mailOf({ slot: 'Anytime', service: null, tries: 0 })
  expect(subject).toBe('Overdue callback 7K3M-9RXD: any time')
  expect(text).toContain('Was due: Any time until Friday 20 November 2026, 4:00 pm (India Standard Time)\n')
  expect(text).not.toMatch(/Service|Earlier/)
})

test('With reference as its detail it contains nothing about the person', () => {
  const mail = mailOf({ service: null }, 'reference')
  expect(mail.text).toContain('Nobody has called in time. Please call now.\n')
  expect(mail.text).toContain('https://desk.clinic.example/requests/7K3M-9RXD\n')
  expect(mail.text).toContain('Service: None chosen')
  for (const personal of ['Asha', '0000000001', 'tel:']) expect(JSON.stringify(mail)).not.toContain(personal)
})

test('A running server sends it, with the address of its desk', async () => {
  const DATA_DIR = await temporaryDirectory()
  const database = await openDatabase(DATA_DIR)
  const receivedAt = new Date(Date.now() - 25 * 60 * 60_000)
  const details = { ...DETAILS, timeSlot: 'Anytime' } as const
  const result = await new CallbackRequests(database).receive(details, { ...SUBMISSION, receivedAt })
  await database.destroy()
  const { url, mails } = await startMailReceiver()
  const { desk, errors, child, exited } = await startServer({ ...STAFF, SMTP_URL: url, DESK_PORT: '0', DATA_DIR })
  await vi.waitFor(() => expect(mails).toHaveLength(1), EVENTUALLY)
  const source = mails[0]?.source.replaceAll('=\r\n', '')
  expect(source).toContain(`\r\n${desk}/requests/${result.ok && result.reference}\r\n`)
  child.kill('SIGTERM')
  expect(await exited).toBe(0)
  for (const personal of ['Asha', '9876543210', '.example']) expect(await errors).not.toContain(personal)
})

/** A request for 16:00 to 18:00, received at 15:00, and a mail server. */
async function start() {
  const refused: number[] = []
  const receiver = await startMailReceiver({ message: refused })
  const store = await openNotifyingStore({ ...STAFF, SMTP_URL: receiver.url })
  const { database, clock } = store
  const ask = (name: string) =>
    store.receive({ name, phone: '0000000001', timeSlot: '04:00pm-06:00pm' }, { receivedAt: clock.now })
  const id = await ask('Asha Invented')
  await vi.waitFor(() => expect(receiver.mails).toHaveLength(1), EVENTUALLY)
  const calls = new Callbacks(database, ZONE, () => clock.now)
  const message = async () => (await store.messages()).find(({ channel }) => channel === 'overdue-mail')
  return {
    ...store,
    ...receiver,
    ask,
    message,
    /** The next mail is refused for now. */
    refuse: () => refused.push(451),
    call: async (outcome: Outcome) => {
      await calls.claim(id, RAVI, true)
      await calls.report(id, RAVI, { outcome, later: outcome === 'call_later' ? TOMORROW : undefined })
    },
    /** Queues what is overdue three hours and five minutes after the request. */
    queue: async () => {
      store.pass(185 * 60)
      await queueMails(database, clock.now)
    },
    is: (expected: object) => vi.waitFor(async () => expect(await message()).toMatchObject(expected), EVENTUALLY),
  }
}

test('It reaches the addresses of the department once, with the newest name and a link to the page', async () => {
  const { queue, mails, is, ask, pass } = await start()
  pass(1)
  const newest = await ask('Asha B. Invented')
  await vi.waitFor(() => expect(mails).toHaveLength(2), EVENTUALLY)
  await queue()
  await is({ status: 'delivered' })
  expect(mails).toHaveLength(3)
  const mail = mails[2]
  expect(mail).toMatchObject({ from: 'website@clinic.example', to: ['desk@clinic.example', 'second@clinic.example'] })
  expect(mail?.header('Subject')).toBe(`Overdue callback ${newest}: Friday 20 November 2026, 4:00 pm to 6:00 pm`)
  const source = mail?.source.replaceAll('=\r\n', '') ?? ''
  expect(source).toContain(`https://desk.clinic.example/requests/${newest}`)
  expect(source).toContain('Asha B. Invented')
})

test('It is not sent when the callback is settled, is called without an answer or gets another time while it waits', async () => {
  for (const outcome of ['reached', 'no_answer', 'call_later'] as const) {
    const { queue, mails, call, pass, is, refuse } = await start()
    refuse()
    await queue()
    await is({ status: 'waiting', failed_attempts: 1, lease: null })
    await call(outcome)
    pass(5)
    await is({ status: 'dropped' })
    expect(mails).toHaveLength(1)
  }
})
