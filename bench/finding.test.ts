import { expect, test } from 'vitest'
import { boundOf, type Finding, holds, type Standard } from './finding.ts'

const floor = { what: 'a floor', value: 200 }
const finding = (value: number, ...standards: [Standard, ...Standard[]]): Finding => ({
  part: 'Page',
  what: 'A figure',
  value,
  unit: 'ms',
  standards,
})

test('A standard requires its bound', () => {
  const rows: [Standard, number][] = [
    [{ at: 'most', value: 100 }, 100],
    [{ at: 'least', times: 0.5, floor }, 100],
    [{ at: 'most', above: 50, floor }, 250],
  ]
  for (const [standard, bound] of rows) {
    expect(boundOf(standard), `${standard} ${bound}`).toBe(bound)
  }
})

test('A figure holds up to its bound, on the required side', () => {
  expect([100, 101].map((value) => holds(finding(value, { at: 'most', value: 100 })))).toEqual([true, false])
  expect([99, 100].map((value) => holds(finding(value, { at: 'least', times: 0.5, floor })))).toEqual([false, true])
  expect([0, 1].map((value) => holds(finding(value, { at: 'most', value: 0 })))).toEqual([true, false])
})

test('One of two standards is enough', () => {
  const either = finding(150, { at: 'least', times: 15, floor }, { at: 'least', times: 0.5, floor })
  expect(holds(either)).toBe(true)
})
