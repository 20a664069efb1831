import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEPARTMENT } from '../../../tests/support/samples.ts'
import { type Bucket, bucketOf, nextMidnight } from '../../callback-request/calling/buckets.ts'
import { instantOf } from '../../callback-request/local-clock.ts'
import { phoneKey } from '../../callback-request/phone-key.ts'
import { OPEN_STATUSES, SETTLED_STATUSES } from '../../callback-request/statuses.ts'
import { type DemoRows, type DemoSettings, demoData } from './demo-data.ts'

const { timeZone } = DEPARTMENT
const NOW = new Date('2026-11-20T09:30:00.000Z')
const USUAL: DemoSettings = { requests: 300, days: 21, seed: 1, now: NOW, timeZone, noticeVersion: '2026-11-01' }

/** The least of each part of the worklist. Source: desk, section 11. */
const LEAST: Record<Bucket, number> = { overdue: 3, due: 4, today: 5, coming: 10 }

function rowsOf(settings: Partial<DemoSettings> = {}) {
  const results = [...demoData({ ...USUAL, ...settings })]
  const all = <Table extends keyof DemoRows>(table: Table) => results.flatMap((rows) => rows[table] ?? [])
  return {
    requests: all('callback_requests'),
    callbacks: all('callbacks'),
    attempts: all('attempts'),
    notes: all('notes'),
    events: all('callback_events'),
    audit: all('audit_events'),
    messages: all('outbox_messages'),
  }
}

/** How many open callbacks each part of the worklist has. */
function bucketsOf(
  { callbacks }: ReturnType<typeof rowsOf>,
  { now, timeZone }: Pick<DemoSettings, 'now' | 'timeZone'>,
) {
  const midnight = nextMidnight(now, timeZone)
  const counts: Record<Bucket, number> = { overdue: 0, due: 0, today: 0, coming: 0 }
  for (const { settled_at, due_from, due_until } of callbacks) {
    if (settled_at === null) counts[bucketOf({ from: new Date(due_from), until: new Date(due_until) }, now, midnight)]++
  }
  return counts
}

/** Fails unless the data has everything that a demo must have. */
function expectWhole(settings: Partial<DemoSettings>): void {
  const all = { ...USUAL, ...settings }
  const rows = rowsOf(all)
  const { requests, callbacks, attempts, messages } = rows
  const buckets = bucketsOf(rows, all)
  for (const [bucket, least] of Object.entries(LEAST)) {
    expect(buckets[bucket as Bucket], bucket).toBeGreaterThanOrEqual(least)
  }
  expect(requests).toHaveLength(all.requests)
  expect(new Set(requests.map(({ reference }) => reference)).size).toBe(all.requests)
  expect(new Set(callbacks.map(({ status }) => status))).toEqual(new Set([...OPEN_STATUSES, ...SETTLED_STATUSES]))
  const open = callbacks.filter(({ settled_at }) => settled_at === null)
  expect(open.filter(({ asked }) => asked > 1).length).toBeGreaterThanOrEqual(2)
  expect(open.filter(({ asked }) => asked === 3)).toHaveLength(1)
  expect(requests.filter(({ suspected, callback }) => suspected === 1 && callback == null).length).toBeGreaterThan(5)
  expect(messages.map(({ status }) => status)).toEqual(['abandoned'])

  const first = new Date(all.now.getTime() - all.days * 86_400_000).toISOString()
  const instants = [
    ...requests.map(({ received_at }) => received_at),
    ...attempts.map(({ at }) => at),
    ...rows.events.map(({ at }) => at),
    ...callbacks.flatMap(({ settled_at }) => settled_at ?? []),
  ].sort()
  expect(instants[0] ?? '').toSatisfy((at: string) => at >= first)
  expect(instants.at(-1) ?? '').toSatisfy((at: string) => at <= all.now.toISOString())
}

test('The data has everything that a demo must have', () => {
  expectWhole({})
})

test.each([
  [50, 1],
  [50, 365],
  [2_000, 21],
])('%i requests in %i days have everything too', (requests, days) => {
  expectWhole({ requests, days })
})

/** A zone, a local day there, and the hours around which the clock may be wrong. */
const DAYS = [
  ['Asia/Kolkata', 2026, 11, 20],
  ['Europe/Berlin', 2026, 3, 29],
  ['Europe/Berlin', 2026, 10, 25],
  ['America/New_York', 2026, 11, 1],
  // The clock changes at midnight, by half an hour, and across the date line.
  ['America/Santiago', 2026, 9, 6],
  ['Africa/Cairo', 2026, 4, 24],
  ['Australia/Lord_Howe', 2026, 10, 4],
  ['Pacific/Apia', 2026, 11, 20],
  ['Pacific/Kiritimati', 2026, 12, 31],
] as const

test.each(DAYS)('In %s on %i-%i-%i the worklist is full at any time of the day', (timeZone, year, month, day) => {
  const midnights = [0, 24].map((hour) => instantOf({ year, month, day, hour }, timeZone).getTime())
  const [start = 0, end = 0] = midnights
  const around = [-60_000, -1_000, -2, 0, 1, 60_000]
  const hours = Array.from({ length: 6 }, (_, index) => start + (index * (end - start)) / 6 + 37_000)
  for (const instant of [...around.flatMap((ms) => [start + ms, end + ms]), ...hours]) {
    expectWhole({ requests: 60, days: 2, now: new Date(instant), timeZone })
  }
})

test('In the last millisecond of a day nothing can be due later that day, and everything else is there', () => {
  const now = new Date(nextMidnight(NOW, timeZone).getTime() - 1)
  const buckets = bucketsOf(rowsOf({ now }), { now, timeZone })
  expect(buckets).toMatchObject({ overdue: 4, due: 6, today: 0 })
  expect(buckets.coming).toBeGreaterThan(LEAST.coming)
})

test('Any seed works, in any zone, at any time', () => {
  const zones = fc.constantFrom(...DAYS.map(([zone]) => zone))
  const instants = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(
      zones,
      instants,
      fc.nat({ max: 2 ** 31 }),
      fc.integer({ min: 1, max: 30 }),
      (timeZone, now, seed, days) => expectWhole({ requests: 60, now, timeZone, seed, days }),
    ),
    { numRuns: 15 },
  )
})

test('The same seed makes the same people, requests and calls, as long before now as a week earlier', () => {
  const weeksLater = (weeks: number, seed: number) => {
    const now = new Date(NOW.getTime() + weeks * 7 * 86_400_000)
    const ago = (at: string | null | undefined) => (at == null ? at : Date.parse(at) - now.getTime())
    const { requests, attempts, notes } = rowsOf({ now, seed })
    return [
      requests.map(({ name, phone, email, service, message, received_at, due_until }) => [
        ...[name, phone, email, service, message, ago(received_at), ago(due_until)],
      ]),
      attempts.map(({ by, at, outcome }) => [by, outcome, ago(at)]),
      notes.map(({ by, at, text }) => [by, text, ago(at)]),
    ]
  }
  expect(weeksLater(1, 1)).toEqual(weeksLater(0, 1))
  expect(weeksLater(0, 2)).not.toEqual(weeksLater(0, 1))
})

test('Every name is invented, every number begins with five zeros, and every address ends in .example', () => {
  const { requests } = rowsOf({ requests: 2_000 })
  for (const { phone, email, form } of requests) {
    expect(phone).toMatch(form === 'appointment' ? /^00000\d{5}$/ : /^00000(\d{5}|[1-9]\d{9})$/)
    expect(email).toMatch(/^[a-z.-]+\d+@visitor\.example$/)
  }
  expect(requests.some(({ name }) => /\p{Script=Devanagari}/u.test(name))).toBe(true)
})

test('Nobody has two callbacks at one time', () => {
  const { requests, callbacks } = rowsOf({ requests: 3_000 })
  const keys = new Map(requests.map(({ callback, phone }) => [callback, phoneKey(phone)]))
  expect(callbacks.every(({ id, phone_key }) => keys.get(id) === phone_key)).toBe(true)
  const byNumber = [...Map.groupBy(callbacks, ({ phone_key }) => phone_key).values()]
  expect(byNumber.filter(({ length }) => length > 2).length).toBeGreaterThan(3)
  for (const own of byNumber) {
    const inOrder = own.toSorted((a, b) => (a.opened_at < b.opened_at ? -1 : 1))
    for (const [index, { opened_at }] of inOrder.entries()) {
      const before = inOrder[index - 1]
      if (before) expect(before.settled_at ?? '9999').toSatisfy((at: string) => at < opened_at)
    }
  }
})

test('Three callbacks of a thousand are open in a large store, and one request of a hundred is suspected', () => {
  const results: Partial<DemoRows>[] = []
  for (const rows of demoData({ ...USUAL, requests: 20_000 })) if (results.push(rows) === 300) break
  const callbacks = results.flatMap(({ callbacks = [] }) => callbacks)
  expect(callbacks.filter(({ settled_at }) => settled_at === null)).toHaveLength(60)
  expect(results.filter(({ callbacks }) => callbacks === undefined)).toHaveLength(200)
})
