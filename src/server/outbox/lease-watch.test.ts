import { expect, test } from 'vitest'
import { LeaseWatch } from './dispatcher.ts'

test('A lease expires when it has been seen for its whole length', () => {
  const watch = new LeaseWatch(60_000)
  expect(watch.expired(['a'], 1_000)).toEqual([])
  expect(watch.expired(['a', 'b'], 60_999)).toEqual([])
  expect(watch.expired(['a', 'b'], 61_000)).toEqual(['a'])
  expect(watch.expired(['b'], 120_999)).toEqual(['b'])
})

test('A lease that disappeared and returned counts as new', () => {
  const watch = new LeaseWatch(60_000)
  watch.expired(['a'], 0)
  watch.expired([], 30_000)
  expect(watch.expired(['a'], 60_000)).toEqual([])
})
