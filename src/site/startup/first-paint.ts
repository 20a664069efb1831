/** How long a page that is shown may stay unpainted before nobody waits for it any more. */
const FIRST_PAINT_TIMEOUT_MS = 1000

/**
 * Resolves when the page has been painted for the first time, with text or a picture. What a visitor sees first need
 * not share line and processor with what comes after it.
 *
 * Resolves at once in a hidden tab, which is not painted, and in a browser that does not tell; and after a second in
 * any case.
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
