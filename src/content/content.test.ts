import { expect, test } from 'vitest'
import { arabic } from '../../tests/support/arabic.ts'
import { english } from '../../tests/support/content.ts'

test('Numbers and addresses are isolated in a language from right to left, and nowhere else', () => {
  const { telephone, noticeVersion, countryPrefix } = english.department
  expect(english.facts.telephone).toBe(telephone.shown)
  expect(arabic.facts).toMatchObject({
    telephone: `\u2066${telephone.shown}\u2069`,
    version: `\u2066${noticeVersion}\u2069`,
    countryPrefix,
  })
})
