import { BANNER_SIZES, type BannerSize } from '../../src/site/carousel/banner-files.ts'
import { type Crop, cropAround, type Point, pointIn, type Size } from './crop.ts'
import { PLACE_IN_STRIP, placeForPhones, positionFor } from './hero.ts'

/** The picture that shared links show. */
export const SHARED = { width: 1200, height: 630 }

/** Which parts of a picture become a banner. */
export interface Plan {
  strip: Crop
  phone: Crop
  /** For shared links; only the first banner has one. */
  shared: Crop
  /** See `BannerLayout`. */
  position: number
}

/** @param subject where in the picture the subject is */
export function planFor(picture: Size, subject: Point): Plan {
  const strip = cropAround(picture, BANNER_SIZES[2560], subject, PLACE_IN_STRIP)
  const position = positionFor(pointIn(strip, picture, subject).x)
  return {
    strip,
    position,
    phone: cropAround(picture, BANNER_SIZES.phone, subject, placeForPhones(position)),
    shared: cropAround(picture, SHARED, subject, { least: 0, best: 0.5, most: 1 }),
  }
}

/** The part from which a size is made. */
export const partFor = (size: BannerSize, { phone, strip }: Plan): Crop => (size === 'phone' ? phone : strip)

/** The least width of a strip, in px: a smaller one would be soft on every laptop. */
const LEAST_WIDTH = 1280

/** Why a picture cannot become a banner; undefined if it can. */
export function refusalOf(file: string, { strip }: Plan): string | undefined {
  if (strip.width >= LEAST_WIDTH) return undefined
  return `${file} is too small: ${sizeOf(strip)} px once cropped; at least 1280 × 480 are needed, and 2560 × 960 to be sharp on every screen.`
}

/** Which files of a picture are enlarged and so look soft; undefined if none is. */
export function softnessOf(plan: Plan): string | undefined {
  const soft = SIZES.filter((size) => partFor(size, plan).width < BANNER_SIZES[size].width)
  if (soft.length === 0) return undefined
  const needs = [
    ...(plan.strip.width < 2560 ? [`${sizeOf(plan.strip)} px once cropped, 2560 × 960 are needed`] : []),
    ...(plan.phone.width < 960 ? [`${sizeOf(plan.phone)} px once cropped for phones, 960 × 768 are needed`] : []),
  ]
  return `Too small: ${needs.join('; ')}. Soft: ${soft.join(', ')}.`
}

/** Widths from narrow to wide, then the phone's. */
export const SIZES = [640, 960, 1280, 1920, 2560, 'phone'] as const satisfies readonly BannerSize[]

const sizeOf = ({ width, height }: Size) => `${width} × ${height}`
