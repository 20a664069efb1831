import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openAlertingStore } from '../../../../tests/support/alerting-store.ts'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { canMount } from '../../../../tests/support/database/small-disk.ts'
import { hasOpenssl, makeCertificate } from '../../../../tests/support/deploy/certificate.ts'
import { startMailReceiver } from '../../../../tests/support/mail-receiver.ts'
import { openNotifyingStore } from '../../../../tests/support/notifying-store.ts'
import { postAppointment } from '../../../../tests/support/post-appointment.ts'
import { startServer } from '../../../../tests/support/server-process.ts'
import { temporaryDirectory } from '../../../../tests/support/temporary-directory.ts'
import { testRequiring } from '../../../../tests/support/test-requirements.ts'
import { WEBHOOK_SECRET } from '../../../../tests/support/webhook-receiver.ts'
import { COMMAND_LINE } from '../../storage/audit.ts'
import { openDatabase } from '../../storage/database/open-database.ts'
import { resendMessages, undeliveredCounts } from '../../storage/undelivered.ts'
import { MAIL_TIMEOUTS } from './mail-transport.ts'

const STAFF = { NOTIFY_EMAIL: 'desk@clinic.example' }

describeOnEachDatabase('A mail server that answers late', (newStore) => {
  test('gets each mail once, however often the lease would have expired', async () => {
    const { url, mails } = await startMailReceiver({ delaysMs: { greeting: 600, recipient: 600, message: 600 } })
    const location = await newStore()
    const opening = { location, timing: { leaseMs: 400, renewalMs: 100 } }
    const store = await openNotifyingStore({ ...STAFF, SMTP_URL: url }, opening)
    const other = await openNotifyingStore({ ...STAFF, SMTP_URL: url }, opening)
    other.notifications.wake()
    await store.receive()
    await store.until({ status: 'delivered', failed_attempts: 0, lease: null })
    expect(mails).toHaveLength(1)
  })
})

test('A mail server has as long for an answer as RFC 5321 gives it', () => {
  expect(MAIL_TIMEOUTS).toMatchObject({ greetingMs: 5 * 60_000, answerMs: 10 * 60_000 })
})

test('A mail server that does not answer in time gets the mail later', async () => {
  for (const [step, timeouts] of [
    ['greeting', { greetingMs: 400 }],
    ['recipient', { answerMs: 400 }],
    ['message', { answerMs: 400 }],
  ] as const) {
    const delaysMs = { [step]: 1_500 }
    const { url, mails } = await startMailReceiver({ delaysMs })
    const store = await openNotifyingStore({ ...STAFF, SMTP_URL: url }, { mailTimeouts: timeouts })
    await store.receive()
    await store.until({ status: 'waiting', failed_attempts: 1, failure: 'ETIMEDOUT' })
    delaysMs[step] = 0
    store.pass(2)
    await store.until({ status: 'delivered' })
    const ids = mails.map((mail) => mail.header('Message-ID'))
    expect(new Set(ids).size, step).toBe(1)
  }
})

test('A server that stops waits for an answer as long as it may', async () => {
  const { url, mails } = await startMailReceiver({ delaysMs: { message: 2_700 } })
  const { stop, address, dataDirectory } = await startServer({ ...STAFF, SMTP_URL: url })
  await postAppointment(address)
  await vi.waitFor(() => expect(mails).toHaveLength(1), 10_000)
  await stop()
  await using database = await openDatabase(dataDirectory)
  const messages = await database.selectFrom('outbox_messages').selectAll().execute()
  expect(messages).toMatchObject([{ status: 'delivered', failed_attempts: 0 }])
})

/** A machine with this hosts file, whose DNS server never answers. The queries are counted. */
async function machineWithSilentDns(hosts: string) {
  const [address, directory] = ['127.53.53.53', await temporaryDirectory()]
  const server = createSocket('udp4')
  onTestFinished(() => void server.close())
  const queried = once(server, 'message')
  server.bind(53, address)
  await once(server, 'listening')
  const files = { hosts, 'resolv.conf': `nameserver ${address}\n`, 'nsswitch.conf': 'hosts: files dns\n' }
  for (const [name, content] of Object.entries(files)) await writeFile(join(directory, name), content)
  const mounts = Object.keys(files).map((name) => `mount --bind ${directory}/${name} /etc/${name}`)
  return { queried, tracer: ['unshare', '--mount', 'sh', '-c', `${mounts.join(' && ')} && exec "$@"`, 'sh'] }
}

testRequiring(
  { 'mount as root': canMount(), openssl: hasOpenssl },
  'The mail server is found by the hosts file, while DNS is silent',
  async () => {
    const directory = await temporaryDirectory()
    makeCertificate(directory)
    const [key, cert] = ['key.pem', 'certificate.pem'].map((name) => readFileSync(join(directory, name)))
    const { url, mails } = await startMailReceiver({ tls: { key: key as Buffer, cert: cert as Buffer } })
    const { tracer } = await machineWithSilentDns('127.0.0.1 desk.clinic.example\n')
    const { address } = await startServer(
      {
        ...STAFF,
        SMTP_URL: url.replace('127.0.0.1', 'desk.clinic.example'),
        NODE_EXTRA_CA_CERTS: join(directory, 'certificate.pem'),
      },
      tracer,
    )
    await postAppointment(address)
    await vi.waitFor(() => expect(mails).toHaveLength(1), 10_000)
  },
)

testRequiring({ 'mount as root': canMount() }, 'A server exits within 5 s while DNS is silent', async () => {
  const { tracer, queried } = await machineWithSilentDns('')
  const { stop, address } = await startServer({ WEBHOOK_URL: 'https://crm.nowhere.example', WEBHOOK_SECRET }, tracer)
  await postAppointment(address)
  await queried
  const before = performance.now()
  await stop()
  expect(performance.now() - before).toBeLessThan(5_000)
})

test('A strict mail server is greeted with the host of PUBLIC_URL, or of SMTP_HELO', async () => {
  const PUBLIC_URL = 'https://clinic.example'
  for (const [environment, greeting] of [
    [{ PUBLIC_URL }, 'clinic.example'],
    [{ PUBLIC_URL, SMTP_HELO: 'mailer.clinic.example' }, 'mailer.clinic.example'],
  ] as const) {
    const { url, mails, greetings } = await startMailReceiver({ wantsName: true })
    const store = await openNotifyingStore({ ...STAFF, SMTP_URL: url, ...environment })
    await store.receive()
    await store.until({ status: 'delivered', failed_attempts: 0 })
    expect(greetings).toEqual([greeting])
    expect(mails).toHaveLength(1)
  }
})

const [FIRST, SECOND, THIRD] = ['first@clinic.example', 'second@clinic.example', 'third@clinic.example'] as const

describeOnEachDatabase('Of several addresses', (newStore) => {
  test('only those get the mail later that were refused for now, also after it is sent again', async () => {
    const recipients = { [SECOND]: [451, 452, 550], [THIRD]: [550] }
    const { url, mails } = await startMailReceiver({ recipients })
    const environment = { NOTIFY_EMAIL: `${FIRST}, ${SECOND}, ${THIRD}`, SMTP_URL: url }
    const store = await openNotifyingStore(environment, { location: await newStore() })
    const reference = await store.receive()
    await store.until({ status: 'waiting', failed_attempts: 1, lease: null, failure: 'SMTP 451 for address 2 of 3' })
    expect(
      await resendMessages({ database: store.database, at: store.clock.now, actor: COMMAND_LINE }, reference, [
        'staff-mail',
      ]),
    ).toBe('resent')
    store.notifications.wake()
    await store.until({ status: 'waiting', failure: 'SMTP 452 for address 2 of 3', lease: null })
    store.pass(2)
    await store.until({ status: 'delivered', failure: 'SMTP 550 for address 2 of 3' })
    expect(mails.map(({ to }) => to)).toEqual([[FIRST]])
    expect(store.logLines.join('')).toContain('"reason":"SMTP 550 for address 2 of 3"')
    expect(JSON.stringify(await store.messages())).not.toContain('@')
  })
})

test('An address that was refused for now gets the mail when it is accepted, and then nothing was refused', async () => {
  const { url, mails } = await startMailReceiver({ recipients: { [FIRST]: [450], [SECOND]: [450, 450] } })
  const store = await openNotifyingStore({ NOTIFY_EMAIL: `${FIRST},${SECOND}`, SMTP_URL: url })
  await store.receive()
  await store.until({ status: 'waiting', failed_attempts: 1, failure: 'SMTP 450 RCPT', lease: null })
  store.pass(2)
  await store.until({ status: 'waiting', failed_attempts: 2, failure: 'SMTP 450 for address 2 of 2', lease: null })
  store.pass(3)
  await store.until({ status: 'delivered', failure: null })
  expect(mails.map(({ to }) => to)).toEqual([[FIRST], [SECOND]])
  expect(new Set(mails.map((mail) => mail.header('Message-ID'))).size).toBe(1)
})

describeOnEachDatabase('A mail to a mistyped address', (newStore) => {
  test('is given up after a day, and nobody is told that it waits', async () => {
    const { url } = await startMailReceiver({ recipients: { 'asha@visitor.example': Array(99).fill(450) } })
    const environment = { ...STAFF, SMTP_URL: url, ACKNOWLEDGE_VISITORS: 'true' }
    const location = await newStore()
    const store = await openNotifyingStore(environment, { location })
    const { checks } = await openAlertingStore(location)
    vi.useFakeTimers({ toFake: ['Date'], now: store.clock.now })
    onTestFinished(() => void vi.useRealTimers())
    await store.receive({ timeSlot: 'Anytime' })
    const [STAFF_MAIL, VISITOR_MAIL] = [{ status: 'delivered' }, { channel: 'visitor-mail', failure: 'SMTP 450 RCPT' }]
    let days = 0
    for (let failed = 1; ; failed++) {
      await store.until(STAFF_MAIL, { failed_attempts: failed, lease: null })
      if ((await store.messages())[1]?.status !== 'waiting') break
      await store.until(STAFF_MAIL, VISITOR_MAIL)
      const due = Date.parse((await store.messages())[1]?.due_at ?? '') + 1_000
      days += (due - store.clock.now.getTime()) / 86_400_000
      vi.setSystemTime(due)
      store.pass((due - store.clock.now.getTime()) / 1_000)
      expect(await checks['messages-waiting']?.()).toBeNull()
      expect(await undeliveredCounts(store.database, store.clock.now)).toMatchObject({
        oldestWaitingAt: null,
        abandoned: 0,
      })
    }
    await store.until(STAFF_MAIL, { status: 'dropped' })
    expect(days).toBeGreaterThan(0.7)
    expect(days).toBeLessThan(1.1)
    expect(await checks['messages-abandoned']?.()).toBeNull()
    expect(store.logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
  })
})
