import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SERVICES } from '../callback-request/services.ts'
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

  it.each(slides.map(({ bgClass }) => bgClass))('%s has its picture in every width, and as a plain jpg', (name) => {
    const files = [640, 960, 1280, 1920, 2560].flatMap((width) => [`${name}-${width}.avif`, `${name}-${width}.jpg`])
    expect(files.filter((file) => !existsSync(`${PICTURES}/${file}`))).toEqual([])
    expect(existsSync(`public/${name}.jpg`)).toBe(true)
  })

  it.each(procedures)('$service has its picture in both widths', ({ picture }) => {
    const files = [400, 800].flatMap((width) => [`${picture}-${width}.avif`, `${picture}-${width}.jpg`])
    expect(files.filter((file) => !existsSync(`${PICTURES}/${file}`))).toEqual([])
  })

  it.each(procedures)('$service is described in one plain sentence', ({ description }) => {
    expect(description).toMatch(/^[A-Z][^.!?]+\.$/)
  })
})
