import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { describeOnEachDatabase } from '../../../tests/support/database/each-database.ts'
import { appointmentCall, contactCall, type FormCall, htmlFormPost } from '../../../tests/support/form-calls.ts'
import { receiverIn } from '../../../tests/support/receive.ts'
import { SUBMISSION } from '../../../tests/support/samples.ts'
import { startPublicListener } from '../../../tests/support/start-public-listener.ts'
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts'
import { createLogger } from '../logger.ts'
import { CallbackRequests } from '../storage/callback-requests.ts'
import { openDatabase } from '../storage/database/open-database.ts'
import { WriteProbe } from '../storage/database/write-probe.ts'
import { buildMetrics, type MetricsOptions } from './metrics-listener.ts'

const NOW = SUBMISSION.receivedAt
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)

/** The metrics of a store, and a way to read them as Prometheus does: each series with its labels, and its value. */
async function startMetrics(location: string, overrides: Partial<MetricsOptions> = {}) {
  const database = await openDatabase(location)
  const metrics = buildMetrics({
    database,
    writeProbe: new WriteProbe(database),
    dataDirectory: null,
    checks: {},
    version: '0.1.0',
    droppedLogLines: () => 0,
    now: () => NOW,
    logger: createLogger('silent', { write() {} }),
    ...overrides,
  })
  onTestFinished(async () => {
    await metrics.app.close()
    await database.destroy()
  })
  const scrape = async () => seriesIn((await metrics.app.inject({ url: '/metrics' })).body)
  return { ...metrics, database, scrape }
}

function seriesIn(text: string): Record<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(lines.map((line) => [line.replace(/ \S+$/, ''), Number(/ (\S+)$/.exec(line)?.[1])]))
}

describeOnEachDatabase('The metrics of a store', (newStore) => {
  test('say how many messages wait and callbacks are overdue, since when, and how many were abandoned', async () => {
    const { database, scrape } = await startMetrics(await newStore())
    expect(await scrape()).toMatchObject({ clinic_outbox_waiting: 0, clinic_outbox_oldest_waiting_seconds: 0 })
    const receive = receiverIn(database, { channels: ['webhook'], now: () => NOW })
    for (const minutes of [300, 90, 5]) await receive({ timeSlot: '10:00pm-12:00am' }, { minutesAgo: minutes })
    const ofFirst = sql`update outbox_messages set status = 'abandoned' where queued_at < ${minutesAgo(200).toISOString()}`
    await ofFirst.execute(database)
    // Anytime is due for a day.
    const ask = receiverIn(database, { now: () => NOW })
    for (const [index, overdueMinutes] of [45, 0, -1].entries()) {
      await ask({ phone: `000000000${index}`, timeSlot: 'Anytime' }, { minutesAgo: 24 * 60 + overdueMinutes })
    }
    expect(await scrape()).toMatchObject({
      clinic_outbox_waiting: 2,
      clinic_outbox_oldest_waiting_seconds: 90 * 60,
      clinic_outbox_abandoned: 1,
      clinic_callbacks_overdue: 2,
      clinic_callbacks_oldest_overdue_seconds: 45 * 60,
    })
  })
})

test('What cannot be read is absent, and everything else is there, also what somebody must act on', async () => {
  const checks = {
    archive: () => Promise.reject(new Error('invented')),
    backup: async () => 'The latest backup was made long ago.',
    drill: async () => null,
  }
  const { database, scrape } = await startMetrics(await temporaryDirectory(), { checks, droppedLogLines: () => 42 })
  await sql`alter table outbox_messages rename to elsewhere`.execute(database)
  const series = await scrape()
  expect(series).toMatchObject({
    clinic_store_up: 1,
    clinic_callbacks_overdue: 0,
    'clinic_problem{problem="backup"}': 1,
    'clinic_problem{problem="drill"}': 0,
    clinic_log_lines_dropped_total: 42,
    'clinic_build_info{version="0.1.0"}': 1,
  })
  expect(Object.keys(series).filter((name) => /^clinic_outbox|archive/.test(name))).toEqual([])
})

test('The posts of each form are counted by result, and those that were accepted are timed', async () => {
  const location = await temporaryDirectory()
  const { requests, database, scrape } = await startMetrics(location)
  const store = requests.timeCommits(new CallbackRequests(database))
  const { app } = await startPublicListener({
    observeForms: (forms) => requests.observe(forms),
    requests: store,
    rateLimit: { maxPosts: 5, windowSeconds: 600, limitsLoopback: true },
  })
  const statusOf = async (call: FormCall) => (await app.inject(call)).statusCode
  expect(await statusOf(appointmentCall())).toBe(201)
  expect(await statusOf(appointmentCall({ fullname: 'Canary', phone: '' }))).toBe(422)
  expect(await statusOf(appointmentCall({}, { 'content-type': 'text/plain' }))).toBe(415)
  await sql`pragma query_only = on`.execute(database)
  expect(await statusOf(appointmentCall())).toBe(503)
  // What can be read is still there.
  expect(await scrape()).toMatchObject({ clinic_store_up: 0, clinic_outbox_waiting: 0 })
  await sql`pragma query_only = off`.execute(database)
  expect(await statusOf({ ...htmlFormPost('contact'), url: '/api/contact-us?Canary' })).toBe(303)
  expect(await statusOf(appointmentCall())).toBe(429)
  // Neither is a post of a form.
  expect((await app.inject({ url: '/api/appointment' })).statusCode).toBe(405)
  expect((await app.inject({ url: '/Canary' })).statusCode).toBe(404)

  const faulty = await startPublicListener({
    observeForms: (forms) => requests.observe(forms),
    requests: { ...store, receive: () => Promise.reject(new TypeError('invented')) },
  })
  expect((await faulty.app.inject(contactCall())).statusCode).toBe(500)
  const series = await scrape()
  const counted = Object.entries(series).filter(
    ([name, value]) => name.startsWith('clinic_requests_total') && value > 0,
  )
  expect(Object.fromEntries(counted)).toEqual({
    'clinic_requests_total{form="appointment",result="accepted"}': 1,
    'clinic_requests_total{form="appointment",result="invalid"}': 1,
    'clinic_requests_total{form="appointment",result="refused"}': 1,
    'clinic_requests_total{form="appointment",result="unavailable"}': 1,
    'clinic_requests_total{form="appointment",result="limited"}': 1,
    'clinic_requests_total{form="contact",result="accepted"}': 1,
    'clinic_requests_total{form="contact",result="failed"}': 1,
  })
  expect(series).toMatchObject({ clinic_request_answer_seconds_count: 2, clinic_request_commit_seconds_count: 2 })
  expect(JSON.stringify(series)).not.toMatch(/Canary|Asha|Ravi|98765/)
})
