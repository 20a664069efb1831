/** In px. */
export interface Size {
  width: number
  height: number
}

/** A part of a picture, in px. */
export interface Crop extends Size {
  left: number
  top: number
}

/** A point of a picture or crop, as shares of its width and height. */
export interface Point {
  x: number
  y: number
}

/** Where a subject should be across a crop, as shares of its width: best at one place, and at least between two. */
export interface Place {
  least: number
  best: number
  most: number
}

/** How much of the widest crop is kept at least: what is around a subject at the edge belongs to the picture too. */
const KEPT = 0.6

/**
 * The largest part of a picture in the shape of `target` in which the subject is where it should be: across, as near
 * the best place as can be; in height, in the middle. No part is smaller than `target` unless the picture is, and none
 * keeps less than `KEPT` of the widest; so a subject may be nearer the edge than it should be.
 */
export function cropAround(picture: Size, target: Size, subject: Point, place: Place): Crop {
  const shape = target.width / target.height
  const widest = Math.min(picture.width, picture.height * shape)
  const leftOf = picture.width * subject.x
  const rightOf = picture.width - leftOf
  const inPlace = Math.min(widest, leftOf / place.least, rightOf / (1 - place.most))
  const width = Math.round(Math.max(inPlace, KEPT * widest, Math.min(widest, target.width)))
  const height = Math.min(picture.height, Math.round(width / shape))
  return {
    left: within(Math.round(leftOf - place.best * width), picture.width - width),
    top: within(Math.round(picture.height * subject.y - height / 2), picture.height - height),
    width,
    height,
  }
}

const within = (start: number, most: number) => Math.max(0, Math.min(start, most))

/** Where a point of the whole picture is in a part of it. */
export function pointIn(crop: Crop, picture: Size, { x, y }: Point): Point {
  return { x: (x * picture.width - crop.left) / crop.width, y: (y * picture.height - crop.top) / crop.height }
}
