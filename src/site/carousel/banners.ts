import { slides } from '../content.ts'
import { BANNER_BY_WIDTH, type BannerSize, bannerFile } from './banner-files.ts'

/** How the page shows a banner. `content/pictures.json` has it for each slide's class; `npm run pictures` writes it. */
export interface BannerLayout {
  /** Which part windows narrower than 768 px show, in percent: 0 is the left end, 100 the right. */
  position: number
  /** How strongly bone covers the picture under the text, besides the page's own veil: from 0 to 1. */
  veil: { narrow: number; wide: number }
}

export type BannerLayouts = Readonly<Record<string, BannerLayout>>

/**
 * The styles of the slides' classes. Chrome from 113, Firefox, and Safari from 17 get AVIF; the others, which do not
 * know types in an `image-set`, the plain pictures.
 *
 * @throws when a slide has no layout
 */
export function bannerStyles(layouts: BannerLayouts): string {
  const rules = (imageOf: (bgClass: string, size: (typeof BANNER_BY_WIDTH)[number]) => string) =>
    BANNER_BY_WIDTH.map((size) => {
      const images = slides.map(({ bgClass }) => `.${bgClass}{background-image:${imageOf(bgClass, size)}}`)
      return size.min ? `@media (min-width:${size.min}em){${images.join('')}}` : images.join('')
    }).join('')
  const plain = rules((bgClass, { once }) => `url(${addressOf(bgClass, once, 'jpg')})`)
  const typed = rules(
    (bgClass, { once, twice }) => `image-set(
url(${addressOf(bgClass, once, 'avif')}) 1x type("image/avif"),url(${addressOf(bgClass, twice, 'avif')}) 2x type("image/avif"),
url(${addressOf(bgClass, once, 'jpg')}) 1x type("image/jpeg"),url(${addressOf(bgClass, twice, 'jpg')}) 2x type("image/jpeg"))`,
  )
  const places = slides.map(({ bgClass }) => {
    const layout = layouts[bgClass]
    if (!layout) throw new Error(`content/pictures.json should hold ${bgClass}.`)
    const { position, veil } = layout
    return `.${bgClass}{--position:${position}%;--narrow-veil:${veil.narrow};--wide-veil:${veil.wide}}`
  })
  return `${places.join('')}${plain}@supports (background-image:image-set(url(/og.jpg) type("image/avif"))){${typed}}`
}

const addressOf = (bgClass: string, size: BannerSize, type: 'avif' | 'jpg') => `/${bannerFile(bgClass, size, type)}`

/** What a page preloads of the first banner: for each width, the same file as `bannerStyles` loads there. */
export const firstBannerPreloads = BANNER_BY_WIDTH.map(({ min, max, once, twice }) => {
  const first = slides[0]?.bgClass ?? ''
  return {
    media: [min && `(min-width: ${min}em)`, max && `(max-width: ${max}em)`].filter(Boolean).join(' and '),
    imageSrcSet: `${addressOf(first, once, 'avif')} 1x, ${addressOf(first, twice, 'avif')} 2x`,
  }
})
