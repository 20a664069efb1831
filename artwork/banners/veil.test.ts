import { expect, test } from 'vitest'
import { heroIn, ownVeilAt } from './hero.ts'
import { veilFor } from './veil.ts'

const WIDTH = 256
const HEIGHT = 96

/** A picture in one colour, but for one pixel in another. */
function pixels(colour: number[], odd: { x: number; y: number; colour: number[] } = { x: 0, y: 0, colour }) {
  const data = Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, at) => colour[at % 3] ?? 0)
  data.set(odd.colour, (odd.y * WIDTH + odd.x) * 3)
  return { data, width: WIDTH, height: HEIGHT }
}

const BLACK = [0, 0, 0]
const WHITE = [255, 255, 255]
const WIDE = [768, 1280, 2560].map((width) => heroIn(width, 0))
const PHONES = [320, 390, 480].map((width) => heroIn(width, 50))

test('A picture on which ink is readable needs no veil', () => {
  expect(veilFor(pixels(WHITE), WIDE)).toBe(0)
  expect(veilFor(pixels([200, 200, 200]), WIDE)).toBe(0)
})

test('The darker a picture, the stronger its veil; behind black, ink has a contrast of 7 with 82 % of bone', () => {
  const veils = [180, 140, 90, 40, 0].map((grey) => veilFor(pixels([grey, grey, grey]), WIDE))
  expect(veils).toEqual(veils.toSorted((one, other) => one - other))
  expect(veils.at(0)).toBeGreaterThan(0)
  expect(veils.at(-1)).toBe(0.82)
})

test("On phones the page's own veil does some of the work", () => {
  expect(veilFor(pixels(BLACK), PHONES)).toBeLessThan(veilFor(pixels(BLACK), WIDE))
  expect(veilFor(pixels(BLACK), PHONES)).toBeGreaterThan(0)
})

test('One dark pixel under the text counts, in the top row too; right of the text none does', () => {
  const dark = (x: number, y: number) => veilFor(pixels(WHITE, { x, y, colour: BLACK }), WIDE)
  expect(dark(70, 40)).toBe(0.82)
  expect(dark(70, 0)).toBe(0.82)
  expect(dark(200, 40)).toBe(0)
})

test("The page's own veil is strongest at the left, fades between its stops and ends", () => {
  const phone = heroIn(400, 50)
  const shares = [0, 0.48, 0.57, 0.66, 0.77, 0.88, 1]
  const strengths = shares.map((share) => Math.round(ownVeilAt(share * 400, phone) * 100) / 100)
  expect(strengths).toEqual([0.94, 0.94, 0.88, 0.82, 0.41, 0, 0])
})
