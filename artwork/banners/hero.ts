import { contentDirectory } from '../../scripts/content-directory.mjs'
import { textsOrExit } from '../../scripts/read-content.ts'
import { channelsOf, paletteOf } from '../../src/content/colours.ts'
import type { Place, Size } from './crop.ts'

/*
 * What the page shows of a banner: the same as `hero-slider.module.css`, as numbers. A journey compares them with the
 * page (`tests/journeys/banners.spec.ts`).
 */

/** The banner of a window, in CSS px. */
export interface Hero extends Size {
  /** The picture behind it, and where the banner begins in it. */
  picture: Size & { left: number; top: number }
  /** Across, where the text is; in height, where it ends. */
  text: { left: number; right: number; bottom: number }
  /** The page's own veil: its colour, and from left to right how strong it is from which part of the width. */
  veil: { colour: Colour; stops: readonly (readonly [strength: number, from: number])[] }
  /** Which of the two strengths of `BannerLayout` the veil up to the end of the text has. */
  textVeil: 'narrow' | 'wide'
}

/** Red, green and blue, each to 255. */
export type Colour = readonly [number, number, number]

const [{ department }] = textsOrExit(contentDirectory())
const palette = paletteOf(department.colours)

/** Of buttons. */
export const ACTION: Colour = channelsOf(palette.action)
export const INK: Colour = channelsOf(palette.ink)
/** Of the veil up to the end of the text. */
export const BONE: Colour = channelsOf(palette.bone)
/** Over which part of the width that veil fades out, right of the text. */
export const FADE = 0.16

const STRIP = 8 / 3
const PHONE = 5 / 4
const OWN_VEIL = {
  narrow: {
    colour: BONE,
    stops: [
      [0.94, 0.48],
      [0.82, 0.66],
      [0, 0.88],
    ],
  },
  wide: {
    colour: channelsOf(palette.calm),
    stops: [
      [0.6, 0.26],
      [0, 0.38],
    ],
  },
} as const

/**
 * @param width of the window
 * @param position of the banner's layout, in percent
 */
export function heroIn(width: number, position: number): Hero {
  const rem = remIn(width)
  const height = 24 * rem
  const gutter = between(rem, 0.04 * width, 4 * rem)
  const longestWord = 7.25 * headingSizeIn(width)
  if (width < 768) {
    const shape = width <= 480 ? PHONE : STRIP
    const picture = sizeOf(Math.max(width, height * shape), shape)
    return {
      ...{ width, height },
      picture: { ...picture, left: ((picture.width - width) * position) / 100, top: (picture.height - height) / 2 },
      text: {
        left: gutter,
        right: gutter + Math.max(Math.min(0.64 * width, 17 * rem), longestWord),
        bottom: height - between(4.75 * rem, 0.2375 * width, 6 * rem),
      },
      veil: OWN_VEIL.narrow,
      textVeil: 'narrow',
    }
  }
  const side = Math.max(gutter, (width - 85 * rem) / 2)
  const picture = sizeOf(Math.max(1.15 * width, 68 * rem), STRIP)
  return {
    ...{ width, height },
    picture: { ...picture, left: 0, top: (picture.height - height) / 2 },
    text: {
      left: side,
      right: side + Math.max(between(17.5 * rem, 0.29 * (width - 2 * side), 24 * rem), longestWord),
      bottom: height - 4.5 * rem,
    },
    veil: OWN_VEIL.wide,
    textVeil: 'wide',
  }
}

/** The size of the text's heading, in CSS px. */
export function headingSizeIn(width: number) {
  const rem = remIn(width)
  return between(2 * rem, 1.6 * rem + 0.017 * width, 3.1 * rem)
}

/** A rem, in CSS px. */
const remIn = (width: number) => between(16, 0.882 * 16 + 0.00147 * width, 1.12 * 16)

/** In windows up to 1280 px. */
const HEIGHT = 384

/** How strong the page's own veil is at a place of the banner, from 0 to 1. */
export function ownVeilAt(x: number, { width, veil: { stops } }: Hero): number {
  const share = x / width
  const next = stops.findIndex(([, from]) => share < from)
  const [strength, from] = stops[next] ?? [0, 1]
  const [strengthBefore, fromBefore] = stops[next - 1] ?? [strength, 0]
  return strength + ((from - share) / (from - fromBefore)) * (strengthBefore - strength)
}

/** In a strip: right of the text in each window from 768 px on; the narrowest shows the left seven tenths. */
export const PLACE_IN_STRIP: Place = { least: 0.46, best: 0.6, most: 0.7 }

/** The `position` at which a window of 540 px shows a subject of the strip at 82 % of its width. */
export function positionFor(subjectInStrip: number): number {
  const strip = HEIGHT * STRIP
  return Math.round(100 * between(0, (subjectInStrip * strip - 0.82 * 540) / (strip - 540), 1))
}

/** In the crop for phones: where a window of 390 px shows a subject right of its text, best at four fifths of its width. */
export function placeForPhones(position: number): Place {
  const picture = HEIGHT * PHONE
  const showing = (share: number) => (share * 390 + ((picture - 390) * position) / 100) / picture
  return { least: showing(0.78), best: showing(0.8), most: showing(0.9) }
}

const sizeOf = (width: number, shape: number) => ({ width, height: width / shape })

const between = (least: number, value: number, most: number) => Math.max(least, Math.min(value, most))
