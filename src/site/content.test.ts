import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SERVICES } from '../callback-request/services.ts'
import { filesOfBanner } from './carousel/banner-files.ts'
import { type BannerLayouts, bannerStyles } from './carousel/banners.ts'
import { procedures, slides } from './content.ts'

const PICTURES = 'public/pictures'

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

  it.each(slides.map(({ bgClass }) => bgClass))('%s has its picture in every size, and as a plain jpg', (name) => {
    const files = filesOfBanner(name)
    expect(files).toHaveLength(13)
    expect(files.filter((file) => !existsSync(`public/${file}`))).toEqual([])
  })

  it('has a layout for each banner, with which the page is styled', () => {
    const layouts: BannerLayouts = JSON.parse(readFileSync('content/pictures.json', 'utf8'))
    const styles = bannerStyles(layouts)
    expect(Object.keys(layouts)).toEqual(slides.map(({ bgClass }) => bgClass))
    for (const [name, { position, veil }] of Object.entries(layouts)) {
      expect(styles).toContain(
        `.${name}{--position:${position}%;--narrow-veil:${veil.narrow};--wide-veil:${veil.wide}}`,
      )
    }
    expect(() => bannerStyles({})).toThrow('banner_breast_augmentation')
  })

  it.each(procedures)('$service has its picture in all widths', ({ picture }) => {
    const files = [400, 600, 800].flatMap((width) => [`${picture}-${width}.avif`, `${picture}-${width}.jpg`])
    expect(files.filter((file) => !existsSync(`${PICTURES}/${file}`))).toEqual([])
  })

  it.each(procedures)('$service is described in one plain sentence', ({ description }) => {
    expect(description).toMatch(/^[A-Z][^.!?]+\.$/)
  })
})
