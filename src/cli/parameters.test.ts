import { expect, test } from 'vitest'
import { instantOf } from './parameters.ts'

test('A date begins at midnight UTC, and an instant has a zone', () => {
  expect(instantOf('2026-11-20')).toEqual(new Date('2026-11-20T00:00:00Z'))
  expect(instantOf('2026-11-20T09:30+05:30')).toEqual(new Date('2026-11-20T04:00:00Z'))
})
