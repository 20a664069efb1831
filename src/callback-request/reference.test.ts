import { expect, test } from 'vitest'
import { newReference, REFERENCES_OF_A_DAY } from './reference.ts'

const NOON = new Date('2026-11-20T12:00:00.000Z')
const daysLater = (days: number) => new Date(NOON.getTime() + days * 86_400_000)

test('A reference has two groups of four characters that cannot be confused', () => {
  const references = Array.from({ length: 2_000 }, (_, part) =>
    newReference(NOON, Math.floor((part / 2_000) * REFERENCES_OF_A_DAY)),
  )
  for (const reference of references) expect(reference).toMatch(/^[2346789DKMRWXY]{4}-[2346789DKMRWXY]{4}$/)
  const chosen = references.flatMap((reference) => [...reference.slice(2, 4), ...reference.slice(5)])
  expect(new Set(chosen).size).toBe(14)
  expect(new Set(references).size).toBe(2_000)
})

test('References of one day have the same beginning, and 196 days in a row have different ones', () => {
  const beginningOf = (day: Date) => newReference(day, 0).slice(0, 2)
  const beginnings = Array.from({ length: 197 }, (_, day) => beginningOf(daysLater(day)))
  expect(new Set(beginnings).size).toBe(196)
  expect(beginnings[196]).toBe(beginnings[0])
  expect(beginningOf(new Date('2026-11-20T00:00:00.000Z'))).toBe(beginnings[0])
  expect(beginningOf(new Date('2026-11-20T23:59:59.999Z'))).toBe(beginnings[0])
})
