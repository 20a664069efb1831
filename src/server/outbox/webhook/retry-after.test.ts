import { expect, test } from 'vitest'
import { retryAfterSeconds } from './webhook.ts'

const NOW = new Date('2026-11-20T09:30:00.000Z')

test.each([
  ['120', 120],
  ['0', 0],
  ['Fri, 20 Nov 2026 09:31:00 GMT', 60],
  ['Fri, 20 Nov 2026 09:29:00 GMT', 0],
  [null, undefined],
  ['', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['1e9', undefined],
  ['Fri, 20 Nov 2026', undefined],
  ['Xxx, 99 Xxx 2026 09:31:00 GMT', undefined],
])('Retry-After: %s is %s seconds', (header, seconds) => {
  expect(retryAfterSeconds(header, NOW)).toBe(seconds)
})
