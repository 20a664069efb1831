import { expect, test } from 'vitest'
import { startMailReceiver } from '../../../../tests/support/mail-receiver.ts'
import { openNotifyingStore } from '../../../../tests/support/notifying-store.ts'
import { receiverIn } from '../../../../tests/support/receive.ts'
import { startServer } from '../../../../tests/support/server-process.ts'
import { temporaryDirectory } from '../../../../tests/support/temporary-directory.ts'
import { Callbacks } from '../../storage/callbacks.ts'
import { openDatabase } from '../../storage/database/open-database.ts'
import { type OverdueCallback, queueMails } from '../../storage/overdue.ts'
import { overdueMail } from './overdue-mail.ts'

const ZONE = 'Asia/Kolkata'
const RAVI = { by: 'ravi', client: null }
const STAFF = { NOTIFY_EMAIL: 'desk@clinic.example, second@clinic.example', MAIL_FROM: 'website@clinic.example' }

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

test('It says whom to call, what to do then, and when the call was due, with links in HTML', () => {
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
  const { html } = mailOf({ name: '<b>Asha</b>' })
  expect(html).toContain('<bdi>&#60;b&#62;Asha&#60;/b&#62;</bdi>')
  const links = [...html.matchAll(/<a href="(.*?)"/g)].map(([, link]) => link)
  expect(links).toEqual(['tel:0000000001', 'https://desk.clinic.example/requests/7K3M-9RXD'])
  for (const line of text.split('\n').slice(1)) expect(html).toContain(line.replace(/^[\w ]+: /, ''))
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

test('A running server sends it once to each address, with the name of the first request and a link to its desk', async () => {
  const DATA_DIR = await temporaryDirectory()
  const database = await openDatabase(DATA_DIR)
  const receive = receiverIn(database, { now: () => new Date() })
  const first = await receive({ name: 'Asha B. Invented', timeSlot: 'Anytime' }, { minutesAgo: 25 * 60 })
  await receive({ name: 'Asha Invented', timeSlot: 'Anytime' }, { minutesAgo: 25 * 60 - 1 })
  await database.destroy()
  const { url, mails } = await startMailReceiver()
  const { desk, errors, stop } = await startServer({ ...STAFF, SMTP_URL: url, DESK_PORT: '0', DATA_DIR })
  await expect.poll(() => mails).toHaveLength(1)
  const [mail] = mails
  expect(mail).toMatchObject({ from: 'website@clinic.example', to: ['desk@clinic.example', 'second@clinic.example'] })
  expect(mail?.header('Subject')).toBe(`Overdue callback ${first}: any time`)
  const source = mail?.source.replaceAll('=\r\n', '')
  expect(source).toContain(`\r\n${desk}/requests/${first}\r\n`)
  expect(source).toContain('Asha B. Invented')
  await stop()
  for (const personal of ['Asha', '9876543210', '.example']) expect(await errors).not.toContain(personal)
})

test('It is not sent when the callback is settled, or is called without an answer, while it waits', async () => {
  for (const outcome of ['reached', 'no_answer'] as const) {
    const { url, mails } = await startMailReceiver({ message: [451] })
    const { database, notifications, clock, pass, until } = await openNotifyingStore({ ...STAFF, SMTP_URL: url })
    const id = await receiverIn(database, { now: () => clock.now })({ timeSlot: '04:00pm-06:00pm' })
    pass(185 * 60)
    await queueMails(database, clock.now)
    notifications.wake()
    await until({ status: 'waiting', failed_attempts: 1, lease: null })
    const calls = new Callbacks(database, { timeZone: ZONE }, () => clock.now)
    await calls.claim(id, RAVI, { early: true })
    await calls.report(id, RAVI, { outcome })
    pass(5)
    await until({ status: 'dropped' })
    expect(mails).toEqual([])
  }
})
