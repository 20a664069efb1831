import { expect, onTestFinished, test } from 'vitest'
import { runHere } from '../../tests/support/commands.ts'
import { receiverIn } from '../../tests/support/receive.ts'
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts'
import { WEBHOOK_SECRET } from '../../tests/support/webhook-receiver.ts'
import { openDatabase } from '../server/storage/database/open-database.ts'
import { newMessage } from '../server/storage/outbox/outbox-message.ts'
import type { UndeliveredMessage } from '../server/storage/outbox/undelivered-messages.ts'
import { outboxReport } from './outbox-commands.ts'
import { REQUESTS } from './requests.ts'

const WEBHOOK_URL = 'https://crm.example/in'

/** A store with one request and its message to the webhook, queued at an instant. */
async function storeWithMessage(receivedAt: Date) {
  const DATA_DIR = await temporaryDirectory()
  const database = await openDatabase(DATA_DIR)
  onTestFinished(() => database.destroy())
  const reference = await receiverIn(database, { channels: ['webhook'] })({}, { receivedAt })
  const environment = { DATA_DIR, WEBHOOK_URL, WEBHOOK_SECRET }
  const command = (...args: string[]) => runHere(REQUESTS, args, environment)
  return { database, reference, command, environment }
}

test('Waiting messages are listed by reference, without personal data', async () => {
  const { reference, command } = await storeWithMessage(new Date())
  const { stdout, exitCode } = await command('outbox')
  expect(exitCode).toBe(0)
  expect(stdout).toMatch(new RegExp(`^${reference}  webhook  waiting `, 'm'))
  expect(stdout).not.toMatch(/Asha|9876543210|visitor/)
})

test('An abandoned message is sent again by its reference, however it is written', async () => {
  const { database, reference, command } = await storeWithMessage(new Date(Date.now() - 4 * 86_400_000))
  await database.updateTable('outbox_messages').set({ status: 'abandoned' }).execute()
  const resent = await command('resend', reference.toLowerCase())
  expect(resent).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(`${reference} is queued again`) })
  expect((await command('outbox')).stdout).toMatch(new RegExp(`^${reference}  webhook  waiting `, 'm'))
})

test('A mail about an overdue callback is listed, and sent again only where it waits and there is a desk', async () => {
  const { database, reference, environment } = await storeWithMessage(new Date())
  await database.updateTable('outbox_messages').set({ status: 'delivered' }).execute()
  const mail = { ...environment, SMTP_URL: 'smtp://127.0.0.1:25', NOTIFY_EMAIL: 'desk@clinic.example' }
  const command = (name: string, DESK_PORT: string) =>
    runHere(REQUESTS, [name, ...(name === 'resend' ? [reference] : [])], { ...mail, DESK_PORT })
  const messages = async () => {
    const rows = await database
      .selectFrom('outbox_messages')
      .select(['channel', 'status'])
      .orderBy('queued_at')
      .execute()
    return rows.filter(({ channel }) => channel === 'overdue-mail').map(({ status }) => status)
  }
  await command('resend', '3001')
  expect(await messages()).toEqual([])

  const message = { ...newMessage(reference, 'overdue-mail', new Date()), status: 'abandoned' as const }
  await database.insertInto('outbox_messages').values(message).execute()
  expect((await command('outbox', '3001')).stdout).toMatch(/ {2}mail about an overdue callback {2}abandoned/)
  await command('resend', '3001')
  expect(await messages()).toEqual(['waiting'])
  await command('resend', '')
  expect(await messages()).toEqual(['dropped'])
})

test('Resending refuses an unknown request, and a configuration that notifies nobody', async () => {
  const { reference, command, environment } = await storeWithMessage(new Date())
  expect(await command('resend', 'XXXX-XXXX')).toMatchObject({
    exitCode: 1,
    stdout: 'There is no request XXXX-XXXX.\n',
  })
  const toNobody = await runHere(REQUESTS, ['resend', reference], { DATA_DIR: environment.DATA_DIR })
  expect(toNobody).toMatchObject({ exitCode: 1, stdout: expect.stringMatching(/^Nobody is notified/) })
})

const WAITING: UndeliveredMessage = {
  reference: '7K3M-9RXD',
  channel: 'staff-mail',
  id: 'msg_1',
  status: 'waiting',
  failed_attempts: 0,
  queued_at: '2026-11-20T09:30:00.000Z',
  due_at: '2026-11-20T09:30:00.000Z',
  failure: null,
}
const FAILED = { ...WAITING, failed_attempts: 11, failure: 'SMTP 451', due_at: '2026-11-20T10:40:00.000Z' }
const ABANDONED = {
  ...WAITING,
  channel: 'webhook',
  status: 'abandoned',
  failed_attempts: 26,
  failure: 'HTTP 500',
} as const

test('The outbox is a table of the messages that are waiting, have failed or were abandoned', () => {
  expect(outboxReport([WAITING, FAILED, ABANDONED]).split('\n')).toEqual([
    'Reference  Message                 State      Failed    Queued (UTC)      Next try (UTC)    Reason',
    '7K3M-9RXD  mail to the department  waiting              2026-11-20 09:30',
    '7K3M-9RXD  mail to the department  failed     11 times  2026-11-20 09:30  2026-11-20 10:40  SMTP 451',
    '7K3M-9RXD  webhook                 abandoned  26 times  2026-11-20 09:30                    HTTP 500',
  ])
})
