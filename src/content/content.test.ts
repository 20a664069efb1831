import { describe, expect, it } from 'vitest'
import { arabic } from '../../tests/support/arabic.ts'
import { english } from '../../tests/support/content.ts'
import { SERVICES } from '../callback-request/services.ts'
import { bannerStyles } from '../site/carousel/banners.ts'

const { procedures, slides } = english

describe('The content', () => {
  it('has a card for each named procedure, in the order of the form', () => {
    expect(procedures.map(({ service }) => service)).toEqual(SERVICES.filter((service) => service !== 'Other'))
  })

  it('promotes the three procedures of the specification, numbered from 1', () => {
    expect(slides.map(({ id, bgClass }) => [id, bgClass])).toEqual([
      [1, 'banner_breast_augmentation'],
      [2, 'banner_abdominoplasty'],
      [3, 'banner_rhinoplasty'],
    ])
  })

  it('isolates numbers and addresses in a language from right to left, and nowhere else', () => {
    const { telephone, noticeVersion, countryPrefix } = english.department
    expect(english.facts.telephone).toBe(telephone.shown)
    expect(arabic.facts).toMatchObject({
      telephone: `\u2066${telephone.shown}\u2069`,
      version: `\u2066${noticeVersion}\u2069`,
      countryPrefix,
    })
  })

  it('has a layout for each banner, with which the page is styled', () => {
    expect(bannerStyles(slides)).toContain('.banner_rhinoplasty{--position:56%;--narrow-veil:0;--wide-veil:0}')
  })

  it.each(procedures)('$service is described in one plain sentence', ({ description }) => {
    expect(description).toMatch(/^[A-Z][^.!?]+\.$/)
  })
})
