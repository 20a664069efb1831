import { expect, test } from 'vitest'
import { arabic } from '../../tests/support/arabic.ts'
import { english } from '../../tests/support/content.ts'
import { SERVICES } from '../callback-request/services.ts'
import { bannerStyles } from '../site/carousel/banners.ts'

const { procedures, slides } = english

test('The content has a card for each named procedure, with one plain sentence, and the specification’s slides', () => {
  expect(procedures.map(({ service }) => service)).toEqual(SERVICES.filter((service) => service !== 'Other'))
  for (const { description } of procedures) expect(description).toMatch(/^[A-Z][^.!?]+\.$/)
  expect(slides.map(({ id, bgClass }) => [id, bgClass])).toEqual([
    [1, 'banner_breast_augmentation'],
    [2, 'banner_abdominoplasty'],
    [3, 'banner_rhinoplasty'],
  ])
  expect(bannerStyles(slides)).toContain('.banner_rhinoplasty{--position:56%;--narrow-veil:0;--wide-veil:0}')
})

test('Numbers and addresses are isolated in a language from right to left, and nowhere else', () => {
  const { telephone, noticeVersion, countryPrefix } = english.department
  expect(english.facts.telephone).toBe(telephone.shown)
  expect(arabic.facts).toMatchObject({
    telephone: `\u2066${telephone.shown}\u2069`,
    version: `\u2066${noticeVersion}\u2069`,
    countryPrefix,
  })
})
