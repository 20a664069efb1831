import { expect, onTestFinished, test } from 'vitest'
import { runHere } from '../../tests/support/commands.ts'
import { receiverIn } from '../../tests/support/receive.ts'
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts'
import { WEBHOOK_SECRET } from '../../tests/support/webhook-receiver.ts'
import { openDatabase } from '../server/storage/database/open-database.ts'
import { newMessage } from '../server/storage/outbox/outbox-message.ts'
import { REQUESTS } from './command-line.ts'

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
  expect(await command('check')).toMatchObject({ exitCode: 0, stderr: '' })
})

test('The check fails when a message has waited for more than an hour, and names it', async () => {
  const { reference, command } = await storeWithMessage(new Date(Date.now() - 3_700_000))
  const { stdout, exitCode } = await command('check')
  expect(exitCode).toBe(1)
  expect(stdout).toMatch(new RegExp(`^Waiting messages: 1, the oldest for ${reference} since .+\\n$`))
})

test('The check fails for an abandoned message until it is sent again', async () => {
  const { database, reference, command } = await storeWithMessage(new Date(Date.now() - 4 * 86_400_000))
  await database.updateTable('outbox_messages').set({ status: 'abandoned' }).execute()
  expect(await command('check')).toMatchObject({ exitCode: 1, stdout: expect.stringContaining(reference) })

  const resent = await command('resend', reference.toLowerCase())
  expect(resent).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(`${reference} is queued again`) })
  expect(await command('check')).toMatchObject({ exitCode: 0 })
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
