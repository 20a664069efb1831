import { BONE, type Colour, type Hero, INK, ownVeilAt } from './hero.ts'

/** A picture's pixels, row by row, with red, green and blue of each. */
export interface Pixels {
  data: Uint8Array
  width: number
  height: number
}

/** How much ink must stand out from each pixel behind it: WCAG 2.2, 1.4.6, for text of ordinary size. */
const LEAST_CONTRAST = 7

/** Around the text, in CSS px: the browser rounds, and a long word protrudes. */
const MARGIN = 8

/**
 * How strong the veil under the text must be, from 0 to 1 in hundredths, for ink to be readable on each pixel that may
 * be under the text in these windows. Counts every row of the picture, since a longer text makes the banner higher.
 */
export function veilFor(picture: Pixels, heroes: readonly Hero[]): number {
  return heroes.reduce((percent, hero) => percentFor(picture, hero, percent), 0) / 100
}

/** In whole percent, so that sums stay exact. */
function percentFor({ data, width }: Pixels, hero: Hero, least: number): number {
  const scale = hero.picture.width / width
  const columnAt = (x: number) => Math.min(width - 1, Math.max(0, Math.floor((hero.picture.left + x) / scale)))
  const last = columnAt(hero.text.right + MARGIN)
  let percent = least
  for (let column = columnAt(hero.text.left - MARGIN); column <= last; column++) {
    const own = ownVeilAt(column * scale - hero.picture.left, hero)
    let luminance = underVeils(percent / 100, own, hero.veil.colour)
    for (let at = column * 3; at < data.length && percent < 100; at += width * 3) {
      while (percent < 100 && luminance(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) < LEAST_LUMINANCE) {
        percent += 1
        luminance = underVeils(percent / 100, own, hero.veil.colour)
      }
    }
  }
  return percent
}

/** The luminance of a colour that lies under the text's veil and, above that, the page's own. */
function underVeils(strength: number, own: number, [ownRed, ownGreen, ownBlue]: Colour) {
  const [red, green, blue] = BONE
  const shown = (1 - strength) * (1 - own)
  const bone = strength * (1 - own)
  return (r: number, g: number, b: number) =>
    luminanceOf(
      Math.floor(r * shown + red * bone + ownRed * own),
      Math.floor(g * shown + green * bone + ownGreen * own),
      Math.floor(b * shown + blue * bone + ownBlue * own),
    )
}

/** Of each of the 256 values of a colour's parts: WCAG 2.2, relative luminance. */
const LINEAR = Float64Array.from({ length: 256 }, (_, value) =>
  value <= 0.04045 * 255 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
)

const luminanceOf = (red: number, green: number, blue: number) =>
  0.2126 * (LINEAR[red] ?? 0) + 0.7152 * (LINEAR[green] ?? 0) + 0.0722 * (LINEAR[blue] ?? 0)

const LEAST_LUMINANCE = (luminanceOf(...INK) + 0.05) * LEAST_CONTRAST - 0.05
