import { expect, test } from 'vitest'
import { type Outcome, type RecordedCall, type StoredRow, violationsOf } from './check-history.ts'

const REFERENCES = ['A', 'B']
const MOST_CALLS = 4
const OUTCOMES: Outcome[] = [
  ...REFERENCES.map((reference) => ({ kind: 'acknowledged', reference }) as const),
  { kind: 'refused' },
  { kind: 'unknown' },
]

/** Call number n of a key lasts from 10 n to 10 n + 5. */
function history(...outcomes: Outcome[]): RecordedCall[] {
  return outcomes.map((outcome, index) => ({ key: 'key', start: 10 * index, end: 10 * index + 5, outcome }))
}

const row = (reference: string, receivedAt: number, key = 'key'): StoredRow => ({ key, reference, receivedAt })

/** All lists of at most so many of these. */
function listsOf<Value>(values: readonly Value[], most: number): Value[][] {
  if (most === 0) return [[]]
  return [[], ...values.flatMap((value) => listsOf(values, most - 1).map((rest) => [value, ...rest]))]
}

/**
 * Everything that a correct store can leave behind, by running it: where it is free to store or not, it does both. A call
 * without an answer may be carried out at once, during a later call, after the last one, or never.
 */
function possibleRows(outcomes: readonly Outcome[]): Set<string> {
  let stores: { stored?: StoredRow; isPending: boolean }[] = [{ isPending: false }]
  for (let index = 0; index < MOST_CALLS; index++) {
    const outcome = outcomes[index] ?? { kind: 'refused' }
    const now = 10 * index + 3
    stores = stores.flatMap((store) => {
      const isPending = store.isPending || outcome.kind === 'unknown'
      const stays = { ...store, isPending }
      if (store.stored || !(isPending || outcome.kind === 'acknowledged')) return [stays]
      return [stays, ...REFERENCES.map((name) => ({ stored: row(name, now), isPending }))]
    })
    if (outcome.kind !== 'acknowledged') continue
    stores = stores.filter(({ stored }) => stored?.reference === outcome.reference)
  }
  return new Set(stores.map(({ stored }) => JSON.stringify(stored ? [stored] : [])))
}

test('Exactly what a correct store can leave behind is right: all histories of up to four calls', () => {
  const candidates = [3, 13, 23, 33].flatMap((at) => REFERENCES.map((reference) => row(reference, at)))
  const contents = listsOf(candidates, 2)
  let right = 0
  for (const outcomes of listsOf(OUTCOMES, MOST_CALLS).filter(({ length }) => length > 0)) {
    const possible = possibleRows(outcomes)
    for (const rows of contents) {
      const isRight = violationsOf(history(...outcomes), rows).length === 0
      if (isRight) right++
      if (isRight !== possible.has(JSON.stringify(rows))) expect({ outcomes, rows, isRight }).toBe('wrong')
    }
  }
  expect(right).toBeGreaterThan(400)
})

test('It names a request that nobody called for, and one reference for two requests', () => {
  expect(violationsOf([], [row('A', 3)])).toEqual(['key: stored, but nobody called'])
  const acknowledged = history({ kind: 'acknowledged', reference: 'A' })
  const other = acknowledged.map((call) => ({ ...call, key: 'other' }))
  expect(violationsOf([...acknowledged, ...other], [row('A', 3), row('A', 3, 'other')])).toEqual([
    'key, other: all have the reference A',
  ])
})
