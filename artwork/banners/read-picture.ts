import sharp, { type Sharp } from 'sharp'
import type { Point, Size } from './crop.ts'
import { BONE } from './hero.ts'

/** A picture as people see it: upright, in sRGB, opaque, and without what its file says about camera and place. */
export interface Picture extends Size {
  /** A new pipeline over its pixels. */
  open: () => Sharp
}

/** What shows through a drawing without a background: the bone of the page. */
const BACKGROUND = `rgb(${BONE.join(',')})`

/** Drawings have no size in px of their own; this leaves room for crops. */
const DRAWN_WIDTH = 4000
const DRAWN_HEIGHT = 2000

/** @throws when the file is not a picture of a kind that can be read */
export async function readPicture(file: string): Promise<Picture> {
  const { format, width, height } = await sharp(file).metadata()
  const density = format === 'svg' ? 72 * Math.max(DRAWN_WIDTH / width, DRAWN_HEIGHT / height) : 72
  const { data, info } = await sharp(file, { density, failOn: 'error' })
    .autoOrient()
    .flatten({ background: BACKGROUND })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  return { width: info.width, height: info.height, open: () => sharp(data, { raw }) }
}

/** Where the subject seems to be: what draws the eye by its edges, its colour, and the colours of skin. */
export async function findSubject(picture: Picture): Promise<Point> {
  // The strategy gives a place only where it crops, and in px of the picture that it crops.
  const small = await picture.open().resize(480, 480, { fit: 'inside' }).png().toBuffer({ resolveWithObject: true })
  const { width, height } = small.info
  const [cropWidth, cropHeight] = width > height ? [Math.round(width / 2), height] : [width, Math.round(height / 2)]
  const { info } = await sharp(small.data)
    .resize(cropWidth, cropHeight, { position: 'attention' })
    .toBuffer({ resolveWithObject: true })
  return { x: (info.attentionX ?? width / 2) / width, y: (info.attentionY ?? height / 2) / height }
}
