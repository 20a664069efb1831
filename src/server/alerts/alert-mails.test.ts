import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openAlertingStore } from '../../../tests/support/alerting-store.ts'
import { describeOnEachDatabase } from '../../../tests/support/database/each-database.ts'
import { canMount, smallDisk } from '../../../tests/support/database/small-disk.ts'
import { startMailReceiver } from '../../../tests/support/mail-receiver.ts'
import { startServer } from '../../../tests/support/server-process.ts'
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts'
import { testRequiring } from '../../../tests/support/test-requirements.ts'
import { recordRun } from '../storage/alerts/maintenance-runs.ts'
import { WriteProbe } from '../storage/database/write-probe.ts'

const DAY = 24 * 60

type Store = Awaited<ReturnType<typeof openAlertingStore>>

const failRetention = ({ database, clock }: Store) => recordRun(database, 'retention', 'failed', clock.now)
const repairRetention = ({ database, clock }: Store) => recordRun(database, 'retention', 'succeeded', clock.now)

async function alerting(location: string) {
  const receiver = await startMailReceiver()
  const store = await openAlertingStore(receiver.url, location)
  return { ...receiver, store, subjects: () => receiver.mails.map((mail) => mail.header('Subject')) }
}

describeOnEachDatabase('Alerts', (newStore) => {
  test('are mailed once for each problem and day, and once when it is over, by one of several instances', async () => {
    const location = await newStore()
    const { url, mails, store, subjects } = await alerting(location)
    const other = await openAlertingStore(url, location, { clock: store.clock })
    const pass = async (minutes: number) => {
      store.clock.now = new Date(store.clock.now.getTime() + minutes * 60_000)
      await Promise.all([other.alerts.check(), store.alerts.check()])
    }
    await failRetention(store)
    await pass(0)
    expect(subjects()).toEqual([])
    for (let minute = 0; minute < 5; minute++) await pass(1)
    expect(subjects()).toEqual(['Problem: retention'])
    expect(mails[0]?.to).toEqual(['technician@clinic.example'])
    expect(mails[0]?.source).toContain('Old data is not erased')
    await pass(DAY - 10)
    expect(subjects()).toHaveLength(1)
    await pass(10)
    expect(subjects()).toEqual(['Problem: retention', 'Problem: retention'])

    await repairRetention(store)
    await pass(1)
    await pass(DAY)
    expect(subjects().slice(2)).toEqual(['Over: retention'])
  })
})

test('A problem that comes and goes is told once, and again only an hour after it was over', async () => {
  const { store, subjects } = await alerting(await temporaryDirectory())
  for (let time = 0; time < 3; time++) {
    await failRetention(store)
    await store.pass(1)
    await repairRetention(store)
    await store.pass(1)
  }
  expect(subjects()).toEqual([])
  await failRetention(store)
  await store.pass(1)
  await store.pass(1)
  await repairRetention(store)
  await store.pass(1)
  expect(subjects()).toEqual(['Problem: retention', 'Over: retention'])
  await failRetention(store)
  await store.pass(1)
  await store.pass(57)
  expect(subjects()).toHaveLength(2)
  await store.pass(3)
  expect(subjects().slice(2)).toEqual(['Problem: retention'])
})

test('A mail that the server does not take is tried again, and a clock that was wrong for a time silences nobody', async () => {
  const receiver = await startMailReceiver({ message: [451] })
  const store = await openAlertingStore(receiver.url, await temporaryDirectory())
  const right = store.clock.now
  store.clock.now = new Date('2031-01-01')
  await failRetention(store)
  await store.pass(0)
  await store.pass(1)
  expect(receiver.mails).toEqual([])
  expect(store.logLines.join('')).toContain('"reason":"SMTP 451"')
  await store.pass(5)
  expect(receiver.attempts.count).toBe(1)
  await store.pass(5)
  expect(receiver.mails).toHaveLength(1)

  store.clock.now = right
  await store.pass(0)
  expect(receiver.mails).toHaveLength(2)
})

testRequiring({ 'tmpfs as root': canMount() }, 'A full disk is mailed too, once, without the store', {}, async () => {
  const location = await smallDisk('size=4m')
  const { url } = await startMailReceiver()
  const receiver = await startMailReceiver()
  // The store exists before the disk is full.
  await (await openAlertingStore(url, location)).alerts.check()
  await expect(writeFile(join(location, 'ballast'), Buffer.alloc(8 * 1_024 * 1_024))).rejects.toThrow('ENOSPC')
  const store = await openAlertingStore(receiver.url, location)
  const writeProbe = new WriteProbe(store.database)
  await expect.poll(() => writeProbe.assertWritable().catch(() => 'full')).toBe('full')
  for (let minute = 0; minute < 5; minute++) await store.pass(1)
  expect(receiver.mails.map((mail) => mail.header('Subject'))).toEqual(['Problem: disk'])
})

test('A server with ALERT_EMAIL mails what it finds, and stops with nothing left to do', async () => {
  const receiver = await startMailReceiver()
  const first = await openAlertingStore(receiver.url, await temporaryDirectory())
  await failRetention(first)
  for (let minute = 0; minute < 2; minute++) await first.pass(1)
  expect(receiver.mails).toHaveLength(1)
  const environment = { SMTP_URL: receiver.url, ALERT_EMAIL: 'technician@clinic.example' }
  const { child, exited } = await startServer({ ...environment, DATA_DIR: first.location })
  await expect
    .poll(() => receiver.mails.map((mail) => mail.header('Subject')))
    .toEqual(['Problem: retention', 'Problem: retention'])
  child.kill('SIGTERM')
  expect(await exited).toBe(0)
})
