import type { Slide } from '../../content/content.ts'
import { BANNER_BY_WIDTH, type BannerSize, bannerFile } from './banner-files.ts'

/**
 * The styles of the slides' classes. Chrome from 113, Firefox, and Safari from 17 get AVIF; the others, which do not
 * know types in an `image-set`, the plain pictures.
 */
export function bannerStyles(slides: readonly Slide[]): string {
  const rules = (imageOf: (bgClass: string, size: (typeof BANNER_BY_WIDTH)[number]) => string) =>
    BANNER_BY_WIDTH.map((size) => {
      const images = slides.map(({ bgClass }) => `.${bgClass}{background-image:${imageOf(bgClass, size)}}`)
      return size.min ? `@media (min-width:${size.min}em){${images.join('')}}` : images.join('')
    }).join('')
  const plain = rules((bgClass, { once }) => `url(${addressOf(bgClass, once, 'jpg')})`)
  const typed = rules(
    (bgClass, { once, twice }) => `image-set(
url(${addressOf(bgClass, once, 'avif')}) 1x type("image/avif"),url(${addressOf(bgClass, twice, 'avif')}) 2x type("image/avif"),
url(${addressOf(bgClass, once, 'jpg')}) 1x type("image/jpeg"))`,
  )
  const places = slides.map(({ bgClass, layout: { position, veil } }) => {
    return `.${bgClass}{--position:${position}%;--narrow-veil:${veil.narrow};--wide-veil:${veil.wide}}`
  })
  return `${places.join('')}${plain}@supports (background-image:image-set(url(/og.jpg) type("image/avif"))){${typed}}`
}

/** What a page preloads of its first banner: for each width, the same file as `bannerStyles` loads there. */
export function bannerPreloads({ bgClass }: Slide) {
  return BANNER_BY_WIDTH.map(({ min, max, once, twice }) => ({
    media: [min && `(min-width: ${min}em)`, max && `(max-width: ${max}em)`].filter(Boolean).join(' and '),
    imageSrcSet: `${addressOf(bgClass, once, 'avif')} 1x, ${addressOf(bgClass, twice, 'avif')} 2x`,
  }))
}

const addressOf = (bgClass: string, size: BannerSize, type: 'avif' | 'jpg') => `/${bannerFile(bgClass, size, type)}`
