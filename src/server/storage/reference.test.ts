import { expect, test } from 'vitest'
import { randomReference } from './reference.ts'

test('A reference is two groups of four characters that cannot be mistaken for one another', () => {
  const references = Array.from({ length: 2_000 }, randomReference)
  for (const reference of references) expect(reference).toMatch(/^[2346789DKMRWXY]{4}-[2346789DKMRWXY]{4}$/)
  expect(new Set(references.join('').replaceAll('-', '')).size).toBe(14)
})
