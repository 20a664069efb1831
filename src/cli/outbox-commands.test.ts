import { expect, onTestFinished, test } from 'vitest'
import { runHere } from '../../tests/support/commands.ts'
import { receiverIn } from '../../tests/support/receive.ts'
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts'
import { WEBHOOK_SECRET } from '../../tests/support/webhook-receiver.ts'
import { openDatabase } from '../server/storage/database/open-database.ts'
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

test('Messages are listed without personal data, and sent again by reference, however it is written', async () => {
  const { database, reference, command, environment } = await storeWithMessage(new Date(Date.now() - 4 * 86_400_000))
  const waiting = new RegExp(`^${reference}  webhook  waiting `, 'm')
  const { stdout, exitCode } = await command('outbox')
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(waiting)])
  expect(stdout).not.toMatch(/Asha|9876543210|visitor/)

  await database.updateTable('outbox_messages').set({ status: 'abandoned' }).execute()
  const resent = await command('resend', ` ${reference.toLowerCase().replace('-', ' ')}`)
  expect(resent).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(`${reference} is queued again`) })
  expect((await command('outbox')).stdout).toMatch(waiting)

  const unknown = 'There is no request XXXX-XXXX.\n'
  expect(await command('resend', 'XXXX-XXXX')).toMatchObject({ exitCode: 1, stdout: unknown })
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
