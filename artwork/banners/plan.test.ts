import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BANNER_SIZES } from '../../src/site/carousel/banner-files.ts'
import { type Crop, cropAround, pointIn } from './crop.ts'
import { heroIn } from './hero.ts'
import { planFor, refusalOf, SIZES, softnessOf } from './plan.ts'

const CAMERA = { width: 6000, height: 4000 }
const WINDOWS = [320, 390, 480, 540, 768, 1024, 1280, 1920, 2560]

/** Where a window shows a subject, as a share of its width. */
function shownAt(width: number, picture: { width: number; height: number }, subject: { x: number; y: number }) {
  const plan = planFor(picture, subject)
  const hero = heroIn(width, plan.position)
  const { x } = pointIn(width <= 480 ? plan.phone : plan.strip, picture, subject)
  return (x * hero.picture.width - hero.picture.left) / width
}

describe('A crop', () => {
  test('keeps the whole width of a photograph whose subject has a good place already', () => {
    expect(planFor(CAMERA, { x: 0.6, y: 0.5 }).strip).toEqual({ left: 0, top: 875, width: 6000, height: 2250 })
  })

  test('is smaller where that moves a subject away from the edge, but keeps most of the width', () => {
    const { strip } = planFor(CAMERA, { x: 0.4, y: 0.5 })
    expect(strip.width).toBe(5217)
    expect(pointIn(strip, CAMERA, { x: 0.4, y: 0.5 }).x).toBeCloseTo(0.46)
    expect(planFor(CAMERA, { x: 0.05, y: 0.5 }).strip).toMatchObject({ left: 0, width: 3600 })
  })

  test('does not get smaller than the largest file for the sake of the subject', () => {
    expect(planFor({ width: 3000, height: 2000 }, { x: 0.3, y: 0.5 }).strip.width).toBe(2560)
  })

  test('has its shape and lies in the picture, whatever picture and subject', () => {
    const side = fc.integer({ min: 1, max: 12_000 })
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(side, side, share, share, (width, height, x, y) => {
        for (const target of [BANNER_SIZES[2560], BANNER_SIZES.phone]) {
          const place = { least: 0.5, best: 0.6, most: 0.7 }
          const crop = cropAround({ width, height }, target, { x, y }, place)
          expect(crop.left).toBeGreaterThanOrEqual(0)
          expect(crop.top).toBeGreaterThanOrEqual(0)
          expect(crop.left + crop.width).toBeLessThanOrEqual(width)
          expect(crop.top + crop.height).toBeLessThanOrEqual(height)
          expect(shapeIs(crop, target)).toBe(true)
        }
      }),
    )
  })

  const shapeIs = ({ width, height }: Crop, target: { width: number; height: number }) =>
    Math.abs(width - (height * target.width) / target.height) <= target.width / target.height + 1
})

test('A subject in the middle of a photograph is right of the text in each window', () => {
  for (const width of WINDOWS) {
    const { text } = heroIn(width, 0)
    const share = shownAt(width, CAMERA, { x: 0.5, y: 0.5 })
    expect(share * width, String(width)).toBeGreaterThan(text.right)
    expect(share, String(width)).toBeLessThan(0.95)
  }
})

describe('A picture that is too small', () => {
  const middle = { x: 0.6, y: 0.5 }

  test('is refused below 1280 px, by its size after it is cropped', () => {
    expect(refusalOf('nose.jpg', planFor({ width: 1280, height: 480 }, middle))).toBeUndefined()
    expect(refusalOf('nose.jpg', planFor({ width: 1279, height: 2000 }, middle))).toBe(
      'nose.jpg is too small: 1279 × 480 px once cropped; at least 1280 × 480 are needed, and 2560 × 960 to be sharp on every screen.',
    )
    expect(refusalOf('nose.jpg', planFor({ width: 4000, height: 400 }, middle))).toContain('1067 × 400')
  })

  test('says which sizes are soft', () => {
    expect(softnessOf(planFor({ width: 2560, height: 960 }, middle))).toBeUndefined()
    expect(softnessOf(planFor({ width: 1900, height: 2000 }, middle))).toBe(
      'Too small: 1900 × 713 px once cropped, 2560 × 960 are needed. Soft: 1920, 2560.',
    )
    expect(softnessOf(planFor({ width: 1600, height: 600 }, middle))).toBe(
      'Too small: 1600 × 600 px once cropped, 2560 × 960 are needed; 750 × 600 px once cropped for phones, 960 × 768 are needed. Soft: 1920, 2560, phone.',
    )
  })

  test('is compared with every size that is kept', () => {
    expect(new Set(SIZES.map(String))).toEqual(new Set(Object.keys(BANNER_SIZES)))
  })
})
