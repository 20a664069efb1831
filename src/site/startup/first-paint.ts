/** How long to wait for the first paint. */
const FIRST_PAINT_TIMEOUT_MS = 1000

/**
 * Resolves after the first paint that shows text or a picture, so that later work does not compete with it for network
 * and processor.
 *
 * Resolves at once in a hidden tab, which is not painted, and in browsers that do not report paints. Resolves after a
 * second in any case.
 */
export function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden || !globalThis.PerformanceObserver?.supportedEntryTypes?.includes('paint')) return resolve()
    setTimeout(resolve, FIRST_PAINT_TIMEOUT_MS)
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve()
    }).observe({ type: 'paint', buffered: true })
  })
}
