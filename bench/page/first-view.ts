import type { Page } from '@playwright/test'

/** A resource that the browser fetched for a page. */
export interface Fetched {
  path: string
  /** As sent, without headers. */
  bodyBytes: number
  /** From the first paint to the request; negative when the request came first. */
  afterFirstPaintMs: number
}

/**
 * Opens the home page and waits until it has fetched everything that it fetches without a visitor's action.
 *
 * @param page a new page
 */
export async function watchFirstView(page: Page, address: string): Promise<{ fetched: Fetched[]; hosts: Set<string> }> {
  const hosts = new Set<string>()
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol !== 'data:') hosts.add(url.host)
  })
  await page.goto(address)
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  await page.waitForLoadState('networkidle')
  return { fetched: await fetchedBy(page), hosts }
}

/** The resources that the browser has fetched for a painted page so far. */
export function fetchedBy(page: Page): Promise<Fetched[]> {
  return page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return resources.map(({ name, encodedBodySize, startTime }) => ({
      path: new URL(name).pathname,
      bodyBytes: encodedBodySize,
      afterFirstPaintMs: startTime - (paint?.startTime ?? 0),
    }))
  })
}

/** The first banner's picture, in any of its sizes. */
export const isFirstBanner = ({ path }: Fetched) => path.startsWith('/pictures/banner_breast_augmentation')
export const isLaterBanner = ({ path }: Fetched) => /\/banner_(abdominoplasty|rhinoplasty)/.test(path)
export const isScript = ({ path }: Fetched) => path.endsWith('.js')
export const isTypeface = ({ path }: Fetched) => path.endsWith('.woff2')
export const isBeforeFirstPaint = ({ afterFirstPaintMs }: Fetched) => afterFirstPaintMs < 0

/**
 * Opens the home page, does nothing, and returns the bytes that were transferred meanwhile, headers included.
 *
 * @param page a new page
 * @param forMs long enough for autoplay of the banner and the carousel
 */
export async function transferredUntouched(page: Page, address: string, forMs: number): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(forMs)
  return bytes
}
