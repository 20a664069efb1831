import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BANNER_SIZES } from '../../src/site/carousel/banner-files.ts'
import { cropAround, pointIn } from './crop.ts'
import { heroIn } from './hero.ts'
import { planFor } from './plan.ts'

const CAMERA = { width: 6000, height: 4000 }

test('A crop has its shape and lies in the picture, whatever picture and subject', () => {
  const side = fc.integer({ min: 1, max: 12_000 })
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(side, side, share, share, (width, height, x, y) => {
      for (const target of [BANNER_SIZES[2560], BANNER_SIZES.phone]) {
        const shape = target.width / target.height
        const crop = cropAround({ width, height }, target, { x, y }, { least: 0.5, best: 0.6, most: 0.7 })
        expect(crop.left).toBeGreaterThanOrEqual(0)
        expect(crop.top).toBeGreaterThanOrEqual(0)
        expect(crop.left + crop.width).toBeLessThanOrEqual(width)
        expect(crop.top + crop.height).toBeLessThanOrEqual(height)
        expect(Math.abs(crop.width - crop.height * shape)).toBeLessThanOrEqual(shape + 1)
      }
    }),
  )
})

test('A subject in the middle of a photograph is right of the text in each window', () => {
  const subject = { x: 0.5, y: 0.5 }
  const plan = planFor(CAMERA, subject)
  for (const width of [320, 390, 480, 540, 768, 1024, 1280, 1920, 2560]) {
    const { picture, text } = heroIn(width, plan.position)
    const { x } = pointIn(width <= 480 ? plan.phone : plan.strip, CAMERA, subject)
    const shownAt = x * picture.width - picture.left
    expect(shownAt, String(width)).toBeGreaterThan(text.right)
    expect(shownAt, String(width)).toBeLessThan(0.95 * width)
  }
})
