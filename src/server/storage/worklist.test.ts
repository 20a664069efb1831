import { expect, test } from 'vitest'
import { openedBy } from '../../../tests/support/database/opened-by.ts'
import { openedDatabase } from '../../../tests/support/database/opened-database.ts'
import { SUBMISSION } from '../../../tests/support/samples.ts'
import { BUCKETS, bucketOf, nextMidnight } from '../../callback-request/calling/buckets.ts'
import type { Window } from '../../callback-request/calling/windows.ts'
import { windowOnDay } from '../../callback-request/due-window.ts'
import { instantOf } from '../../callback-request/local-clock.ts'
import { TIME_SLOTS, type TimeSlot } from '../../callback-request/time-slots.ts'
import { later } from './clock.ts'
import { insertRows } from './database/rows.ts'
import { Worklist } from './worklist.ts'

/** A worklist with an open callback for each window. */
async function worklistOf(windows: readonly Window[], timeZone: string): Promise<Worklist> {
  const database = await openedDatabase()
  const rows = windows.map((window, number) => {
    const id = `TEST-${String(number).padStart(4, '0')}`
    const callback = openedBy({ reference: id, ...window, slot: 'Anytime', received_at: window.due_from })
    return { id, number: id, person: id, revision: 1, ...callback }
  })
  await insertRows(database, 'callbacks', rows).execute()
  return new Worklist(database, timeZone)
}

test('Each callback is in its bucket, to the millisecond, also on a day whose midnight is skipped', async () => {
  const timeZone = 'America/Havana'
  // The day itself with all slots. Around it, and after a pause, pairs of which neither ends when another begins.
  const some: readonly TimeSlot[] = ['08:00am-10:00am', '08:00pm-10:00pm']
  const days = [7, 8, 9, 12].map((day) => ({
    date: { year: 2026, month: 3, day },
    slots: day === 8 ? TIME_SLOTS : some,
  }))
  const windows = days.flatMap(({ date, slots }) =>
    slots.map((slot): Window => {
      const { from, until } = windowOnDay(date, slot, timeZone)
      return { due_from: from.toISOString(), due_until: until.toISOString() }
    }),
  )
  const worklist = await worklistOf(windows, timeZone)
  const bucketsAt = (now: Date) => windows.map((window) => bucketOf(window, now, nextMidnight(now, timeZone)))
  const midnights = days.map(({ date }) => instantOf({ ...date, hour: 0 }, timeZone))
  const changes = [
    ...midnights,
    ...windows.flatMap(({ due_from, due_until }) => [new Date(due_from), new Date(due_until)]),
  ]
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
  const window = { due_from: from.toISOString(), due_until: later(from, 3_600_000) }
  const worklist = await worklistOf(Array(1_001).fill(window), 'Asia/Kolkata')
  expect(await worklist.counts(from)).toEqual({ overdue: 0, due: 1_000, today: 0, coming: 0 })
})
