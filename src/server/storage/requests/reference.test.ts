import { expect, test } from 'vitest'
import { newReference } from './reference.ts'

const NOON = new Date('2026-11-20T12:00:00.000Z')
const daysLater = (days: number) => new Date(NOON.getTime() + days * 86_400_000)

test('A reference has two groups of four characters that cannot be confused', () => {
  const references = Array.from({ length: 2_000 }, () => newReference(NOON))
  for (const reference of references) expect(reference).toMatch(/^[2346789DKMRWXY]{4}-[2346789DKMRWXY]{4}$/)
  const random = references.flatMap((reference) => [...reference.slice(2, 4), ...reference.slice(5)])
  expect(new Set(random).size).toBe(14)
  expect(new Set(references).size).toBeGreaterThan(1_990)
})

test('References of one day have the same beginning, and 196 days in a row have different ones', () => {
  const beginnings = Array.from({ length: 197 }, (_, day) => newReference(daysLater(day)).slice(0, 2))
  expect(new Set(beginnings).size).toBe(196)
  expect(beginnings[196]).toBe(beginnings[0])
  expect(newReference(new Date('2026-11-20T00:00:00.000Z')).slice(0, 2)).toBe(beginnings[0])
  expect(newReference(new Date('2026-11-20T23:59:59.999Z')).slice(0, 2)).toBe(beginnings[0])
})
