import type { Slide } from '../../content/content.ts'

/**
 * Which file of a banner each screen width loads, on screens of density 1 and 2. Widths are in em. A banner is 24rem
 * high: screens from 480 px show a strip of a picture at least 1024 px wide, and narrower screens a cropped picture.
 */
const SIZES = [
  { max: 30, once: 'phone', twice: 'phone' },
  { min: 30.01, max: 64, once: '960', twice: '1920' },
  { min: 64.01, max: 90, once: '1280', twice: '2560' },
  { min: 90.01, max: 125, once: '1920', twice: '2560' },
  { min: 125.01, once: '2560', twice: '2560' },
]

/** The files of a banner, below `public`: those for each width, and one without a width in its name for others to link to. */
export function bannerFiles(bgClass: string): string[] {
  const sizes = [...new Set(SIZES.flatMap(({ once, twice }) => [once, twice]))]
  return [
    ...sizes.flatMap((size) => ['avif', 'jpg'].map((type) => `pictures/${bgClass}-${size}.${type}`)),
    `${bgClass}.jpg`,
  ]
}

const stemOf = (bgClass: string) => `/pictures/${bgClass}`

/**
 * The styles of the slides' classes. Chrome from 113, Firefox, and Safari from 17 get AVIF; the others, which do not
 * know types in an `image-set`, the plain pictures.
 */
export function bannerStyles(slides: readonly Slide[]): string {
  const rules = (imageOf: (stem: string, size: (typeof SIZES)[number]) => string) =>
    SIZES.map((size) => {
      const images = slides.map(({ bgClass }) => `.${bgClass}{background-image:${imageOf(stemOf(bgClass), size)}}`)
      return size.min ? `@media (min-width:${size.min}em){${images.join('')}}` : images.join('')
    }).join('')
  const plain = rules((stem, { once }) => `url(${stem}-${once}.jpg)`)
  const typed = rules(
    (stem, { once, twice }) => `image-set(
url(${stem}-${once}.avif) 1x type("image/avif"),url(${stem}-${twice}.avif) 2x type("image/avif"),
url(${stem}-${once}.jpg) 1x type("image/jpeg"),url(${stem}-${twice}.jpg) 2x type("image/jpeg"))`,
  )
  return `${plain}@supports (background-image:image-set(url(/og.jpg) type("image/avif"))){${typed}}`
}

/** What a page preloads of its first banner: for each width, the same file as `bannerStyles` loads there. */
export function bannerPreloads({ bgClass }: Slide) {
  const stem = stemOf(bgClass)
  return SIZES.map(({ min, max, once, twice }) => ({
    media: [min && `(min-width: ${min}em)`, max && `(max-width: ${max}em)`].filter(Boolean).join(' and '),
    imageSrcSet: `${stem}-${once}.avif 1x, ${stem}-${twice}.avif 2x`,
  }))
}
