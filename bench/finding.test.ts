import { expect, test } from 'vitest'
import { chartOf, shareOf } from './chart.ts'
import { amount, boundOf, type Finding, holds, type Standard } from './finding.ts'

const floor = { what: 'a floor', value: 200 }
const finding = (value: number, ...standards: [Standard, ...Standard[]]): Finding => ({
  part: 'Page',
  what: 'A figure <b>',
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

test('An amount is written with three figures and its unit', () => {
  const rows = [
    [67_444, '', '67,444'],
    [67.444, 'KB', '67.4 KB'],
    [0.0512, 'ms', '0.051 ms'],
    [2_004.4, '/s', '2,004/s'],
    [0, 'MB', '0 MB'],
    [-1.18, 'MB', '-1.18 MB'],
  ] as const
  for (const [value, unit, written] of rows) {
    expect(amount(value, unit), `${value} ${unit}`).toBe(written)
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
  expect(shareOf(either)).toBeCloseTo(100 / 150)
})

test('A figure is drawn as a share of what is allowed', () => {
  const rows = [
    [50, { at: 'most', value: 100 }, 0.5],
    [400, { at: 'least', times: 1, floor }, 0.5],
    [0, { at: 'most', value: 0 }, 0],
    [-1, { at: 'most', value: 5 }, 0],
    [1, { at: 'most', value: 0 }, Number.POSITIVE_INFINITY],
    [0, { at: 'least', value: 5 }, Number.POSITIVE_INFINITY],
  ] as [number, Standard, number][]
  for (const [value, standard, share] of rows) {
    expect(shareOf(finding(value, standard)), `${value} ${standard}`).toBe(share)
  }
})

test('The drawing names every figure, and no bar crosses its edge', () => {
  const drawing = chartOf([finding(50, { at: 'most', value: 100 }), finding(1, { at: 'most', value: 0 })])
  expect(drawing).toContain('A figure &lt;b>')
  expect(drawing).not.toMatch(/NaN|Infinity/)
  const widths = [...drawing.matchAll(/<rect x="510".*? width="([\d.]+)"/g)].map(([, width]) => Number(width))
  expect(widths).toEqual([132, 330])
})
