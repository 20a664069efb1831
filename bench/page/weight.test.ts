import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BUDGET_KB, weigh } from './weight.ts'

const weight = weigh(join(import.meta.dirname, '../../dist'))

test.each([
  ['script of the first view, React included', 'script'],
  ['page with its styles', 'document'],
  ['typeface', 'typeface'],
] as const)('The %s is within its budget', (_what, part) => {
  expect(weight[part]).toBeGreaterThan(0)
  expect(weight[part], 'KB').toBeLessThanOrEqual(BUDGET_KB[part])
})
