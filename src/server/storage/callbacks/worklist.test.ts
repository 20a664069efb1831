import { expect, onTestFinished, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { DETAILS, SUBMISSION } from '../../../../tests/support/samples.ts'
import { temporaryDirectory } from '../../../../tests/support/temporary-directory.ts'
import { BUCKETS, bucketOf, nextMidnight } from '../../../callback-request/calling/buckets.ts'
import { openedBy } from '../../../callback-request/calling/callback-state.ts'
import { rowOf, type Window } from '../../../callback-request/calling/requeue.ts'
import { windowOnDay } from '../../../callback-request/due-window.ts'
import { instantOf } from '../../../callback-request/local-clock.ts'
import { TIME_SLOTS, type TimeSlot } from '../../../callback-request/time-slots.ts'
import { openDatabase } from '../database/open-database.ts'
import { insertRows } from '../database/rows-in-parameter.ts'
import { CallbackRequests } from '../requests/callback-requests.ts'
import { Worklist } from './worklist.ts'

/** The day itself with all slots. Around it, and after a pause, pairs of which neither ends when another begins. */
const SLOTS_OF_DAYS = new Map<number, readonly TimeSlot[]>([
  [-1, ['08:00am-10:00am', '08:00pm-10:00pm']],
  [0, TIME_SLOTS],
  [1, ['08:00am-10:00am', '08:00pm-10:00pm']],
  [4, ['08:00am-10:00am', '08:00pm-10:00pm']],
])

/** A worklist with an open callback for each window. */
async function worklistOf(windows: readonly Window[], timeZone: string): Promise<Worklist> {
  const database = await openDatabase(await temporaryDirectory())
  onTestFinished(() => database.destroy())
  const rows = windows.map((window, number) => {
    const id = `TEST-${String(number).padStart(4, '0')}`
    const request = { reference: id, service: null, language: null, campaign: null, ...rowOf(window) }
    const callback = openedBy({ ...request, slot: 'Anytime', received_at: window.from.toISOString() })
    return { id, phone_key: id, revision: 1, time_zone: timeZone, ...callback }
  })
  await insertRows(database, 'callbacks', rows).execute()
  return new Worklist(database, timeZone)
}

// Days on which clocks change; in Havana midnight itself is skipped.
test.each<[timeZone: string, year: number, month: number, day: number]>([
  ['Asia/Kolkata', 2026, 11, 20],
  ['Europe/Berlin', 2026, 10, 25],
  ['America/Havana', 2026, 3, 8],
])('In %s around %i-%i-%i each callback is in its bucket, to the millisecond', async (timeZone, year, month, day) => {
  const days = [...SLOTS_OF_DAYS].map(([later, slots]) => ({ date: { year, month, day: day + later }, slots }))
  const windows = days.flatMap(({ date, slots }) => slots.map((slot) => windowOnDay(date, slot, timeZone)))
  const worklist = await worklistOf(windows, timeZone)
  const bucketsAt = (now: Date) => windows.map((window) => bucketOf(window, now, nextMidnight(now, timeZone)))
  const midnights = days.map(({ date }) => instantOf({ ...date, hour: 0 }, timeZone))
  const changes = [...midnights, ...windows.flatMap(({ from, until }) => [from, until])]
  const instants = [...new Set(changes.map(Number))].sort((a, b) => a - b).map((ms) => new Date(ms))
  for (const now of instants.flatMap((instant) => [new Date(instant.getTime() - 1), instant])) {
    const buckets = bucketsAt(now)
    const counts = BUCKETS.map((bucket) => [bucket, buckets.filter((one) => one === bucket).length])
    expect(await worklist.counts(now), now.toISOString()).toEqual(Object.fromEntries(counts))
    const next = instants.find((later) => later > now && bucketsAt(later).join() !== buckets.join())
    expect(await worklist.changesAt(now), now.toISOString()).toBe(next?.toISOString() ?? null)
  }
})

test('A bucket counts up to 1,000', async () => {
  const from = SUBMISSION.receivedAt
  const window = { from, until: new Date(from.getTime() + 3_600_000) }
  const countOf = async (callbacks: number) =>
    (await worklistOf(Array(callbacks).fill(window), 'Asia/Kolkata')).counts(from)
  expect(await countOf(999)).toEqual({ overdue: 0, due: 999, today: 0, coming: 0 })
  expect(await countOf(1_001)).toEqual({ overdue: 0, due: 1_000, today: 0, coming: 0 })
})

describeOnEachDatabase('A page of the worklist', (newStore) => {
  test('lists the newest 20 references of a number that asked more often, beside one that asked once', async () => {
    const database = await openDatabase(await newStore())
    onTestFinished(() => database.destroy())
    const requests = new CallbackRequests(database)
    const now = SUBMISSION.receivedAt
    const ask = async (phone: string, name: string, minutesAgo: number) => {
      const receivedAt = new Date(now.getTime() - minutesAgo * 60_000)
      const details = { ...DETAILS, phone, name, timeSlot: 'Anytime' } as const
      const result = await requests.receive(details, { ...SUBMISSION, receivedAt })
      return result.ok ? result.reference : ''
    }
    const often: string[] = []
    for (let asked = 1; asked <= 22; asked++) often.unshift(await ask('0000000001', `Asha ${asked}`, 60 - asked))
    const once = await ask('0000000002', 'Ravi Invented', 0)
    const { rows } = await new Worklist(database, 'Asia/Kolkata').page('due', { now, viewer: 'nobody', limit: 50 })
    expect(rows).toMatchObject([
      { asked: 22, name: 'Asha 22', references: often.slice(0, 20) },
      { asked: 1, name: 'Ravi Invented', references: [once] },
    ])
  })
})
