import { expect, test } from 'vitest'
import { type Outcome, type RecordedCall, type StoredRow, violationsOf } from './check-history.ts'

const A: Outcome = { kind: 'acknowledged', reference: 'A' }
const B: Outcome = { kind: 'acknowledged', reference: 'B' }
const REFUSED: Outcome = { kind: 'refused' }
const UNKNOWN: Outcome = { kind: 'unknown' }

/** Call number n of a key lasts from 10 n to 10 n + 5. */
function history(...outcomes: Outcome[]): RecordedCall[] {
  return outcomes.map((outcome, index) => ({ key: 'key', start: 10 * index, end: 10 * index + 5, outcome }))
}

const row = (reference: string, receivedAt: number, key = 'key'): StoredRow => ({ key, reference, receivedAt })

test('Exactly what a correct store can leave behind is right', () => {
  const right: [Outcome[], StoredRow[]][] = [
    [[A], [row('A', 3)]],
    [[A, A], [row('A', 3)]],
    [[REFUSED], []],
    [[REFUSED, A], [row('A', 13)]],
    [[UNKNOWN], []],
    [[UNKNOWN], [row('A', 3)]],
    // A call without an answer may store after its end, but not after the request was acknowledged.
    [[UNKNOWN, REFUSED], [row('A', 13)]],
    [[UNKNOWN, REFUSED, A], [row('A', 13)]],
  ]
  for (const [outcomes, rows] of right) expect(violationsOf(history(...outcomes), rows)).toEqual([])
  const wrong: [Outcome[], StoredRow[]][] = [
    [[A], []],
    [[A], [row('B', 3)]],
    [[A], [row('A', 3), row('A', 4)]],
    [[A], [row('A', 6)]],
    [[A, B], [row('A', 3)]],
    [[REFUSED], [row('A', 3)]],
    [[REFUSED, A], [row('A', 3)]],
    [[UNKNOWN], [row('A', 3), row('B', 4)]],
    [[REFUSED, UNKNOWN], [row('A', 3)]],
    [[UNKNOWN, A], [row('A', 16)]],
    [[], [row('A', 3)]],
  ]
  for (const [outcomes, rows] of wrong) expect(violationsOf(history(...outcomes), rows)).not.toEqual([])
  const two = history(A).flatMap((call) => [call, { ...call, key: 'other' }])
  expect(violationsOf(two, [row('A', 3), row('A', 3, 'other')])).toEqual(['key, other: all have the reference A'])
})
