import { expect, test } from 'vitest'
import { type Bucket, bucketOf, nextMidnight } from './buckets.ts'

const ZONE = 'Asia/Kolkata'
const at = (time: string) => new Date(`2026-11-${time}+05:30`)

test('A window is in the bucket of its time', () => {
  const rows: [now: string, from: string, until: string, Bucket][] = [
    ['20T12:00:00.000', '20T10:00', '20T12:00', 'overdue'],
    ['20T11:59:59.999', '20T10:00', '20T12:00', 'due'],
    ['20T10:00:00.000', '20T10:00', '20T12:00', 'due'],
    ['20T09:59:59.999', '20T10:00', '20T12:00', 'today'],
    ['20T00:00:00.000', '20T22:00', '21T00:00', 'today'],
    ['21T00:00:00.000', '20T22:00', '21T00:00', 'overdue'],
    ['20T23:59:59.999', '21T00:00', '21T02:00', 'coming'],
    ['21T00:00:00.000', '21T00:00', '21T02:00', 'due'],
    ['20T23:59:59.999', '21T22:00', '22T00:00', 'coming'],
    ['21T00:00:00.000', '21T22:00', '22T00:00', 'today'],
  ]
  for (const [now, from, until, bucket] of rows) {
    const window = { due_from: at(from).toISOString(), due_until: at(until).toISOString() }
    expect(bucketOf(window, at(now), nextMidnight(at(now), ZONE)), `${now} ${from}`).toBe(bucket)
  }
})

test('The next midnight is that of the zone', () => {
  const rows = [
    ['Asia/Kolkata', '2026-11-20T18:29:59.999Z', '2026-11-20T18:30:00.000Z'],
    ['Asia/Kolkata', '2026-11-20T18:30:00.000Z', '2026-11-21T18:30:00.000Z'],
    ['Europe/Berlin', '2026-03-29T00:30:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25T00:30:00.000Z', '2026-10-25T23:00:00.000Z'],
    ['America/Havana', '2026-03-07T12:00:00.000Z', '2026-03-08T05:00:00.000Z'],
  ] as const
  for (const [zone, now, midnight] of rows) {
    expect(nextMidnight(new Date(now), zone).toISOString(), `${zone} ${now}`).toBe(midnight)
  }
})
