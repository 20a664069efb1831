import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { english } from '../../../tests/support/content.ts'
import { startMailReceiver } from '../../../tests/support/mail-receiver.ts'
import { postAppointment } from '../../../tests/support/post-appointment.ts'
import { startServer } from '../../../tests/support/server-process.ts'
import { startWebhookReceiver, WEBHOOK_SECRET } from '../../../tests/support/webhook-receiver.ts'
import { openDatabase } from '../storage/database/open-database.ts'

async function post(address: URL): Promise<string> {
  const response = await postAppointment(address)
  expect(response.status).toBe(201)
  return ((await response.json()) as { reference: string }).reference
}

test('A request to a running server reaches mailbox and webhook once, and no output of the server contains it', async () => {
  const mail = await startMailReceiver()
  const webhook = await startWebhookReceiver()
  const { stop, lines, errors, address } = await startServer({
    SMTP_URL: mail.url,
    NOTIFY_EMAIL: 'desk@clinic.example',
    ACKNOWLEDGE_VISITORS: 'true',
    WEBHOOK_URL: `${webhook.url}?key=canary`,
    WEBHOOK_SECRET,
  })
  const reference = await post(address)
  await vi.waitFor(() => expect([mail.mails.length, webhook.calls.length]).toEqual([2, 1]), 10_000)
  const staff = mail.mails.find(({ to }) => to.includes('desk@clinic.example'))
  expect(staff?.header('Subject')).toContain(reference)
  expect(staff?.header('From')).toContain(english.department.name)
  expect(JSON.parse(webhook.calls[0]?.body ?? '')).toMatchObject({ reference, name: 'Asha Invented' })

  await stop()
  expect(lines).toEqual([expect.stringMatching(/^Callback clinic /), address.origin])
  for (const secret of ['Asha', '9876543210', '.example', WEBHOOK_SECRET, 'canary']) {
    expect(await errors).not.toContain(secret)
  }
})

test('While mail and webhook hang, a request is answered; a server that stops then exits within 5 s and leaves all to the next', async () => {
  const silent = createServer((socket) => {
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const connected = once(silent, 'connection')
  const { calls, url } = await startWebhookReceiver(['never'])
  const { stop, address, dataDirectory } = await startServer({
    SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    NOTIFY_EMAIL: 'desk@clinic.example',
    WEBHOOK_URL: url.href,
    WEBHOOK_SECRET,
  })
  const posted = performance.now()
  await post(address)
  // A delivery takes at least ten seconds here.
  expect(performance.now() - posted).toBeLessThan(5_000)
  await connected
  await vi.waitFor(() => expect(calls).toHaveLength(1), 10_000)
  const before = performance.now()
  await stop()
  expect(performance.now() - before).toBeLessThan(5_000)
  await using database = await openDatabase(dataDirectory)
  const left = { status: 'waiting', lease: null, failed_attempts: 0 }
  expect(await database.selectFrom('outbox_messages').selectAll().execute()).toMatchObject([left, left])

  // The next server delivers them, without a new request.
  const next = await startWebhookReceiver()
  await startServer({ DATA_DIR: dataDirectory, WEBHOOK_URL: next.url.href, WEBHOOK_SECRET })
  await vi.waitFor(() => expect(next.calls).toHaveLength(1), 10_000)
})
