import { expect, test } from 'vitest'
import { heroIn } from './hero.ts'
import { veilFor } from './veil.ts'

const WIDTH = 256
const HEIGHT = 96

/** A grey picture, but for one pixel in black. */
function pixels(grey: number, black?: { x: number; y: number }) {
  const data = new Uint8Array(WIDTH * HEIGHT * 3).fill(grey)
  if (black) data.fill(0, (black.y * WIDTH + black.x) * 3, (black.y * WIDTH + black.x + 1) * 3)
  return { data, width: WIDTH, height: HEIGHT }
}

const WIDE = [768, 1280, 2560].map((width) => heroIn(width, 0))

test('The darker a picture, the stronger its veil; behind black, ink has a contrast of 7 with 82 % of bone', () => {
  const veils = [255, 200, 180, 140, 90, 40, 0].map((grey) => veilFor(pixels(grey), WIDE))
  expect(veils).toEqual(veils.toSorted((one, other) => one - other))
  expect([veils[0], veils[1], veils.at(-1)]).toEqual([0, 0, 0.82])
  expect(veils[2]).toBeGreaterThan(0)
})

test('One dark pixel under the text counts, in the top row too; right of the text none does', () => {
  const dark = (x: number, y: number) => veilFor(pixels(255, { x, y }), WIDE)
  expect([dark(70, 40), dark(70, 0), dark(200, 40)]).toEqual([0.82, 0.82, 0])
})

test("On phones the page's own veil does some of the work", () => {
  const phones = [320, 390, 480].map((width) => heroIn(width, 50))
  expect(veilFor(pixels(0), phones)).toBeGreaterThan(0)
  expect(veilFor(pixels(0), phones)).toBeLessThan(0.82)
})
