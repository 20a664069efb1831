/**
 * The sizes in which each banner is kept, in px, by what follows the banner's name in its files: strips for wide windows,
 * and the crop for phones. The page names these files, `npm run pictures` makes them, and the tests look for them.
 */
export const BANNER_SIZES = {
  phone: { width: 960, height: 768 },
  640: { width: 640, height: 240 },
  960: { width: 960, height: 360 },
  1280: { width: 1280, height: 480 },
  1920: { width: 1920, height: 720 },
  2560: { width: 2560, height: 960 },
} as const

export type BannerSize = keyof typeof BANNER_SIZES

/**
 * Which file of a banner each screen width loads, on screens of density 1 and 2. Widths are in em. A banner is 24rem
 * high: screens from 480 px show a strip of a picture at least 1024 px wide, and narrower screens a cropped picture.
 */
export const BANNER_BY_WIDTH: readonly { min?: number; max?: number; once: BannerSize; twice: BannerSize }[] = [
  { max: 30, once: 'phone', twice: 'phone' },
  { min: 30.01, max: 64, once: 960, twice: 1920 },
  { min: 64.01, max: 90, once: 1280, twice: 2560 },
  { min: 90.01, max: 125, once: 1920, twice: 2560 },
  { min: 125.01, once: 2560, twice: 2560 },
]

/** The address of a banner's file, without the slash at its beginning. */
export const bannerFile = (banner: string, size: BannerSize, type: 'avif' | 'jpg') =>
  `pictures/${banner}-${size}.${type}`

/** The address of the banner's jpg without a size in its name, 1920 px wide. */
export const plainBannerFile = (banner: string) => `${banner}.jpg`

/** The addresses of every file of a banner. */
export const filesOfBanner = (banner: string) => [
  ...(Object.keys(BANNER_SIZES) as unknown as BannerSize[]).flatMap((size) => [
    bannerFile(banner, size, 'avif'),
    bannerFile(banner, size, 'jpg'),
  ]),
  plainBannerFile(banner),
]

/** Where a picture is in the department's folder, whose pictures are all in one place, whatever their address. */
export const contentFile = (address: string) => `pictures/${address.replace(/^pictures\//, '')}`
