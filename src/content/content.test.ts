import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { english } from '../../tests/support/content.ts'
import { SERVICES } from '../callback-request/services.ts'
import { bannerStyles } from '../site/carousel/banners.ts'
import { contentsOf } from './content.ts'

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
    const read = (file: string) => JSON.parse(readFileSync(`content/${file}`, 'utf8'))
    const department = read('department.json')
    const arabic = { ...read('hi.json'), language: { name: 'العربية', locale: 'ar', direction: 'rtl' } }
    const [left, right] = contentsOf(department, { en: read('en.json'), ar: arabic }, read('pictures.json'))
    expect(left.facts.telephone).toBe(department.telephone)
    expect(right?.facts).toMatchObject({
      telephone: `\u2066${department.telephone}\u2069`,
      version: `\u2066${department.noticeVersion}\u2069`,
      countryPrefix: department.countryPrefix,
    })
  })

  it('has a layout for each banner, with which the page is styled', () => {
    expect(bannerStyles(slides)).toContain('.banner_rhinoplasty{--position:56%;--narrow-veil:0;--wide-veil:0}')
  })

  it.each(procedures)('$service is described in one plain sentence', ({ description }) => {
    expect(description).toMatch(/^[A-Z][^.!?]+\.$/)
  })
})
