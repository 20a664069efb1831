import { expect, test } from 'vitest'
import { holdRows } from './arrangement.ts'

const SHOWN = { overdue: ['a'], due: ['b', 'c'], today: [], coming: ['d'] }

test('Rows keep their places under the pointer, and new ones are added only below it', () => {
  const latest = { overdue: ['new1', 'c', 'a'], due: ['new2', 'b', 'new3'], today: ['new4'], coming: ['d'] }
  expect(holdRows(SHOWN, latest, { id: 'b', by: 'pointer' })).toEqual({
    overdue: ['a'],
    due: ['b', 'new3', 'c'],
    today: ['new4'],
    coming: ['d'],
  })
  expect(holdRows(SHOWN, latest, { id: 'b', by: 'focus' })).toMatchObject({
    overdue: ['new1', 'a'],
    due: ['new2', 'b', 'new3', 'c'],
  })
  expect(holdRows(SHOWN, latest, { id: 'gone', by: 'pointer' })).toBe(latest)
})
