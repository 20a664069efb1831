import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BANNER_SIZES } from '../../src/site/carousel/banner-files.ts'
import { cropAround, pointIn } from './crop.ts'
import { heroIn } from './hero.ts'
import { planFor, refusalOf, SIZES, softnessOf } from './plan.ts'

const CAMERA = { width: 6000, height: 4000 }

test('A crop moves a subject away from the edge, keeps most of the width, and is no smaller than the largest file', () => {
  expect(planFor(CAMERA, { x: 0.6, y: 0.5 }).strip).toEqual({ left: 0, top: 875, width: 6000, height: 2250 })
  const { strip } = planFor(CAMERA, { x: 0.4, y: 0.5 })
  expect(strip.width).toBe(5217)
  expect(pointIn(strip, CAMERA, { x: 0.4, y: 0.5 }).x).toBeCloseTo(0.46)
  expect(planFor(CAMERA, { x: 0.05, y: 0.5 }).strip).toMatchObject({ left: 0, width: 3600 })
  expect(planFor({ width: 3000, height: 2000 }, { x: 0.3, y: 0.5 }).strip.width).toBe(2560)
})

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

test('A picture is refused below 1280 px once it is cropped, and otherwise says which sizes are soft', () => {
  const planned = (width: number, height: number) => planFor({ width, height }, { x: 0.6, y: 0.5 })
  expect(refusalOf('nose.jpg', planned(1280, 480))).toBeUndefined()
  expect(refusalOf('nose.jpg', planned(1279, 2000))).toBe(
    'nose.jpg is too small: 1279 × 480 px once cropped; at least 1280 × 480 are needed, and 2560 × 960 to be sharp on every screen.',
  )
  expect(refusalOf('nose.jpg', planned(4000, 400))).toContain('1067 × 400')
  expect(softnessOf(planned(2560, 960))).toBeUndefined()
  expect(softnessOf(planned(1600, 600))).toBe(
    'Too small: 1600 × 600 px once cropped, 2560 × 960 are needed; 750 × 600 px once cropped for phones, 960 × 768 are needed. Soft: 1920, 2560, phone.',
  )
  expect(new Set(SIZES.map(String))).toEqual(new Set(Object.keys(BANNER_SIZES)))
})
