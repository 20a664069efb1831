import { type Offer, SPECIFIED_OFFER } from '../callback-request/department-facts.ts'
import { cardPicture, proceduresIn } from '../content/content.ts'
import { BANNERS } from '../content/wording.ts'
import { filesOfBanner } from './carousel/banner-files.ts'

/** In which widths the files of a picture are, in px. */
export type Widths = Readonly<Record<'avif' | 'jpg', readonly [number, ...number[]]>>

export const CARD_WIDTHS: Widths = { avif: [400, 600, 800], jpg: [600] }
export const MODAL_WIDTHS: Widths = { avif: [400, 800], jpg: [400] }
export const THANK_YOU_WIDTHS: Widths = { avif: [800, 1600], jpg: [800] }
export const PORTRAIT_WIDTHS: Widths = { avif: [400], jpg: [400] }

/** The addresses of a picture: of its AVIF, for `srcset`, and its smallest jpg, for browsers that cannot show AVIF. */
export function pictureIn(name: string, widths: Widths) {
  return {
    srcSet: widths.avif.map((width) => `/${fileOf(name, width, 'avif')} ${width}w`).join(', '),
    plain: `/${fileOf(name, widths.jpg[0], 'jpg')}`,
  }
}

/** The addresses of each picture's files that the pages show, without the slash at their beginning. */
export function pagePictures(
  { offer, team }: { offer: Offer; team: readonly { picture?: string }[] } = { offer: SPECIFIED_OFFER, team: [] },
  logo?: object,
): string[][] {
  const cards = proceduresIn(offer).map((service, at) => filesOf(cardPicture(service, at), CARD_WIDTHS))
  return [
    ...BANNERS.map(filesOfBanner),
    ...cards,
    filesOf('modal', MODAL_WIDTHS),
    filesOf('thank_you', THANK_YOU_WIDTHS),
    ['og.jpg'],
    ['favicon.ico'],
    ['apple-touch-icon.png'],
    ...(logo ? [['logo.png']] : []),
    ...team.flatMap(({ picture }) => (picture ? [filesOf(picture, PORTRAIT_WIDTHS)] : [])),
  ]
}

/** The addresses of a picture's files. */
export function filesOf(name: string, widths: Widths): string[] {
  return [
    ...widths.avif.map((width) => fileOf(name, width, 'avif')),
    ...widths.jpg.map((width) => fileOf(name, width, 'jpg')),
  ]
}

const fileOf = (name: string, width: number, type: 'avif' | 'jpg') => `pictures/${name}-${width}.${type}`
