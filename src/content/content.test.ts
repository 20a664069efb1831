import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { english } from '../../tests/support/content.ts'
import { SERVICES } from '../callback-request/services.ts'

const PICTURES = 'public/pictures'
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

  it.each(slides.map(({ bgClass }) => bgClass))('%s has its picture in every size, and as a plain jpg', (name) => {
    const sizes = ['phone', 640, 960, 1280, 1920, 2560]
    const files = sizes.flatMap((size) => [`${name}-${size}.avif`, `${name}-${size}.jpg`])
    expect(files.filter((file) => !existsSync(`${PICTURES}/${file}`))).toEqual([])
    expect(existsSync(`public/${name}.jpg`)).toBe(true)
  })

  it.each(procedures)('$service has its picture in all widths', ({ picture }) => {
    const files = [400, 600, 800].flatMap((width) => [`${picture}-${width}.avif`, `${picture}-${width}.jpg`])
    expect(files.filter((file) => !existsSync(`${PICTURES}/${file}`))).toEqual([])
  })

  it.each(procedures)('$service is described in one plain sentence', ({ description }) => {
    expect(description).toMatch(/^[A-Z][^.!?]+\.$/)
  })
})
