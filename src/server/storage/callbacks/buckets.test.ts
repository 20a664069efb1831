import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryDirectory } from '../../../../tests/support/temporary-directory.ts'
import { BUCKETS, bucketOf, nextMidnight } from '../../../callback-request/calling/buckets.ts'
import { rowOf } from '../../../callback-request/calling/requeue.ts'
import { windowOnDay } from '../../../callback-request/due-window.ts'
import { instantOf } from '../../../callback-request/local-clock.ts'
import { TIME_SLOTS, type TimeSlot } from '../../../callback-request/time-slots.ts'
import { openDatabase } from '../database/open-database.ts'
import { Worklist } from './worklist.ts'

/** The day itself with all slots. Around it, and after a pause, pairs of which neither ends when another begins. */
const SLOTS_OF_DAYS = new Map<number, readonly TimeSlot[]>([
  [-1, ['08:00am-10:00am', '08:00pm-10:00pm']],
  [0, TIME_SLOTS],
  [1, ['08:00am-10:00am', '08:00pm-10:00pm']],
  [4, ['08:00am-10:00am', '08:00pm-10:00pm']],
])

describe('The worklist', () => {
  // Days on which clocks change; in Havana midnight itself is skipped.
  test.each<[timeZone: string, year: number, month: number, day: number]>([
    ['Asia/Kolkata', 2026, 11, 20],
    ['Europe/Berlin', 2026, 10, 25],
    ['America/Havana', 2026, 3, 8],
  ])(
    'in %s around %i-%i-%i has each callback in its bucket, to the millisecond',
    async (timeZone, year, month, day) => {
      const database = await openDatabase(await temporaryDirectory())
      onTestFinished(() => database.destroy())
      const days = [...SLOTS_OF_DAYS].map(([later, slots]) => ({ date: { year, month, day: day + later }, slots }))
      const windows = days.flatMap(({ date, slots }) => slots.map((slot) => windowOnDay(date, slot, timeZone)))
      const rows = windows.map((window, number) => callbackOf(`TEST-${String(number).padStart(4, '0')}`, rowOf(window)))
      await database.insertInto('callbacks').values(rows).execute()
      const worklist = new Worklist(database, timeZone)

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
    },
  )

  test('counts up to 1,000', async () => {
    const database = await openDatabase(await temporaryDirectory())
    onTestFinished(() => database.destroy())
    const now = new Date('2026-11-20T09:30:00.000Z')
    const window = rowOf({ from: now, until: new Date('2026-11-20T10:30:00.000Z') })
    const store = async (numbers: readonly number[]) => {
      const rows = numbers.map((number) => callbackOf(`TEST-${String(number).padStart(4, '0')}`, window))
      for (let first = 0; first < rows.length; first += 100) {
        await database
          .insertInto('callbacks')
          .values(rows.slice(first, first + 100))
          .execute()
      }
    }
    const worklist = new Worklist(database, 'Asia/Kolkata')
    await store(Array.from({ length: 999 }, (_, number) => number))
    expect(await worklist.counts(now)).toEqual({ overdue: 0, due: 999, today: 0, coming: 0 })
    await store([999, 1_000])
    expect(await worklist.counts(now)).toEqual({ overdue: 0, due: 1_000, today: 0, coming: 0 })
  })
})

/** An open callback with a window. */
function callbackOf(id: string, window: { due_from: string; due_until: string }) {
  return {
    id,
    phone_key: id,
    revision: 1,
    time_zone: 'Asia/Kolkata',
    tries: 0,
    first_reference: id,
    status: 'new' as const,
    slot: 'Anytime' as const,
    ...window,
    first_from: window.due_from,
    first_until: window.due_until,
    asked: 1,
    service: null,
    first_service: null,
    first_slot: 'Anytime' as const,
    first_campaign: null,
    opened_at: window.due_from,
  }
}
