import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { runHere } from '../../tests/support/commands.ts'
import { openedDatabase } from '../../tests/support/database/opened-database.ts'
import { receiverIn } from '../../tests/support/receive.ts'
import { startProcess } from '../../tests/support/server-process.ts'
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts'
import { WEBHOOK_SECRET } from '../../tests/support/webhook-receiver.ts'
import type { Channel } from '../callback-request/calling/messages.ts'
import type { StoredRequest } from '../callback-request/stored-request.ts'
import { openDatabase } from '../server/storage/database/open-database.ts'
import { REQUESTS } from './requests.ts'

/** Requests that came one a minute, until 2026-11-20 15:00 in Kolkata, of numbers of which the first was booked. */
async function storeWith(count: number): Promise<string> {
  const dataDirectory = await temporaryDirectory()
  const database = await openDatabase(dataDirectory)
  const receive = receiverIn(database)
  for (let left = count - 1; left >= 0; left--) {
    await receive({ name: `Invented ${left}`, phone: String(left).padStart(10, '0') }, { minutesAgo: left })
  }
  await database.updateTable('callbacks').set({ status: 'booked' }).where('number', '=', '0000000000').execute()
  await database.destroy()
  return dataDirectory
}

test('The list shows the newest fifty in aligned columns; an export has all, or those since an instant, in the order of receipt', async () => {
  const DATA_DIR = await storeWith(250)
  const requests = (...args: string[]) => runHere(REQUESTS, args, { DATA_DIR })
  const exported = async (...since: string[]): Promise<StoredRequest[]> =>
    JSON.parse((await requests('export', '--format', 'json', ...since)).stdout)
  const all = await exported()
  expect(all.map(({ name }) => name)).toEqual(Array.from({ length: 250 }, (_, index) => `Invented ${249 - index}`))
  expect(all.slice(-2).map(({ status }) => status)).toEqual(['new', 'booked'])
  expect(await exported('--since', '2026-11-20T14:58+05:30')).toEqual(all.slice(-3))
  expect(await exported('--since', '2026-11-20')).toEqual(all)
  expect(await exported('--since', '2027-01-01')).toEqual([])
  const { stdout } = await requests('list')
  const [header = '', ...rows] = stdout.trimEnd().split('\n')
  expect(rows).toHaveLength(50)
  expect(rows[0]).toContain('2026-11-20 09:30')
  for (const row of rows) expect(row.indexOf('Invented')).toBe(header.indexOf('Name'))
  const none = await runHere(REQUESTS, ['list'], { DATA_DIR: await storeWith(0) })
  expect(none.stdout).toBe('There are no requests yet.\n')
})

test('A reader that closes the output early is not an error', async () => {
  const DATA_DIR = await storeWith(300)
  const child = startProcess('src/cli/requests.ts', ['export', '--format', 'json'], { DATA_DIR })
  child.stdout.destroy()
  const [errors, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'close')])
  expect({ errors, exitCode }).toEqual({ errors: '', exitCode: 0 })
})

test('Everything of an address or a number is printed, as JSON or to read, with an audit event', async () => {
  const DATA_DIR = await temporaryDirectory()
  const database = await openedDatabase(DATA_DIR)
  const receive = receiverIn(database, { channels: ['staff-mail'] })
  const message = 'Please call\n\nRequests: 7\n  reference: FAKE-FAKE'
  const details = { form: 'contact', service: null, message } as const
  const first = await receive({ ...details, phone: '0000000001', email: 'asha@visitor.example' })
  const second = await receive({ ...details, phone: '0000000001', email: 'ravi@visitor.example' })
  const third = await receive({ ...details, phone: '0000000002', email: 'Asha@visitor.example' })
  const person = async (...args: string[]) => {
    const { stdout, ...others } = await runHere(REQUESTS, ['person', ...args], { DATA_DIR })
    expect(others).toEqual({ stderr: '', exitCode: 0 })
    return stdout
  }
  const found = async (...args: string[]) => {
    const { requests } = JSON.parse(await person(...args, '--format', 'json'))
    return requests.map(({ reference }: { reference: string }) => reference).sort()
  }
  expect(await found('--email', ' ASHA@visitor.example')).toEqual([first, third].sort())
  expect(await found('--phone', '(00000) 000-01')).toEqual([first, second].sort())
  expect(await person('--email', 'nobody@visitor.example')).toBe('No such request was found.\n')
  const events = await database.selectFrom('audit_events').selectAll().execute()
  const detail = '{"requests":2,"how":"command"}'
  expect(events).toMatchObject([1, 2].map(() => ({ kind: 'exported', by: null, client: null, detail })))

  // In the page to read, no typed text looks like a line of ours.
  const page = await person('--phone', '0000000002')
  expect(page).toMatch(/^Everything that is stored of this person\. Times are UTC\.\n\nRequests: 1\n\n {2}reference: /)
  for (const line of [`reference: ${third}`, 'phone: 0000000002', 'status: new', 'channel: staff-mail']) {
    expect(page).toContain(`\n  ${line}\n`)
  }
  expect(page).toMatch(/\nCallbacks: 1\n[\s\S]*\nNotes: 0\n[\s\S]*\nMessages: 1\n[\s\S]*\nAudit log: \d\n/)
  expect(page.match(/^Requests: /gm)).toHaveLength(1)
  expect(page).not.toMatch(/^ {2}reference: FAKE/m)
})

const WEBHOOK_URL = 'https://crm.example/in'

test('Messages are listed without personal data, and sent again by reference, however it is written', async () => {
  const DATA_DIR = await temporaryDirectory()
  const database = await openedDatabase(DATA_DIR)
  const command = (...args: string[]) => runHere(REQUESTS, args, { DATA_DIR, WEBHOOK_URL, WEBHOOK_SECRET })
  expect((await command('outbox')).stdout).toBe('No pending or abandoned messages.\n')
  const reference = await receiverIn(database, { channels: ['staff-mail', 'visitor-mail', 'webhook'] })()
  const set = (channel: Channel, values: object) =>
    database.updateTable('outbox_messages').set(values).where('channel', '=', channel).execute()
  const failed = { failed_attempts: 11, failure: 'SMTP 451', due_at: '2026-11-20T10:40:00.000Z' }
  await set('visitor-mail', { ...failed, queued_at: '2026-11-20T09:31:00.000Z' })
  const abandoned = { status: 'abandoned', failed_attempts: 26, failure: 'HTTP 500' }
  await set('webhook', { ...abandoned, queued_at: '2026-11-20T09:32:00.000Z' })
  const { stdout, exitCode } = await command('outbox')
  expect([exitCode, ...stdout.replaceAll(reference, '7K3M-9RXD').split('\n')]).toEqual([
    0,
    'Reference  Message                 State      Failed    Queued (UTC)      Next try (UTC)    Reason',
    '7K3M-9RXD  mail to the department  waiting              2026-11-20 09:30',
    '7K3M-9RXD  mail to the visitor     failed     11 times  2026-11-20 09:31  2026-11-20 10:40  SMTP 451',
    '7K3M-9RXD  webhook                 abandoned  26 times  2026-11-20 09:32                    HTTP 500',
    '',
  ])

  const resent = await command('resend', ` ${reference.toLowerCase().replace('-', ' ')}`)
  expect(resent).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(`${reference} is queued again`) })
  expect((await command('outbox')).stdout).toMatch(new RegExp(`^${reference}  webhook  waiting `, 'm'))
  const unknown = 'There is no request XXXX-XXXX.\n'
  expect(await command('resend', 'XXXX-XXXX')).toMatchObject({ exitCode: 1, stdout: unknown })
  const toNobody = await runHere(REQUESTS, ['resend', reference], { DATA_DIR })
  expect(toNobody).toMatchObject({ exitCode: 1, stdout: expect.stringMatching(/^Nobody is notified/) })
  expect(await command('dismiss', reference)).toMatchObject({
    exitCode: 1,
    stdout: expect.stringContaining('will still be tried'),
  })
  expect(await command('dismiss', 'XXXX-XXXX')).toMatchObject({ exitCode: 1, stdout: unknown })
  expect(await runHere(REQUESTS, ['dismiss', reference], { DATA_DIR })).toMatchObject({ exitCode: 0 })
  expect((await command('outbox')).stdout).toBe('No pending or abandoned messages.\n')
})
