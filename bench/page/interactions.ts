import type { Locator, Page } from '@playwright/test'
import { bar, hero, hydrated } from '../../tests/support/page/home-page.ts'

/** The shortest interaction that a browser reports (Event Timing API). */
const SHORTEST_REPORTED_MS = 16

/** How long the browser may take to report an interaction. */
const REPORT_DELAY_MS = 300

declare global {
  interface Window {
    interactionsMs: number[]
  }
}

/** The time from each press to the paint of its result, in ms; at least 16, the least that a browser reports. */
export interface Interactions {
  nextSlide: number
  openForm: number
  sendWithMistakes: number
}

/**
 * Taps on a page that is ready.
 *
 * @param surroundings `alone` removes everything else from the page before each press, to measure the press by itself
 */
export async function pressEverything(
  page: Page,
  address: string,
  surroundings: 'whole page' | 'alone' = 'whole page',
): Promise<Interactions> {
  await watchInteractions(page)
  const open = async (...alone: string[]) => {
    await page.goto(address)
    await hydrated(page)
    await page.waitForTimeout(REPORT_DELAY_MS)
    if (surroundings === 'alone') await page.evaluate(removeAllBut, alone)
  }
  await open('[aria-label="Featured procedures"]')
  const nextSlide = await toNextPaint(page, hero(page).getByRole('button', { name: 'Next slide' }))
  await open('[aria-label="Featured procedures"]', '#appointment')
  const openForm = await toNextPaint(page, hero(page).getByRole('button', { name: 'Get a callback' }))
  await open('#appointment')
  await bar(page).locator('summary').tap()
  const sendWithMistakes = await toNextPaint(page, bar(page).getByRole('button', { name: 'SEND' }))
  return { nextSlide, openForm, sendWithMistakes }
}

/** Runs in the page. Keeps the selected elements and their ancestors. */
function removeAllBut(selectors: string[]) {
  const kept = selectors.flatMap((selector) => [...document.querySelectorAll(selector)])
  for (const element of document.body.querySelectorAll('*')) {
    const isKept = kept.some((one) => one.contains(element) || element.contains(one))
    if (!isKept) element.remove()
  }
}

async function watchInteractions(page: Page) {
  await page.addInitScript(() => {
    window.interactionsMs = []
    new PerformanceObserver((list) => {
      for (const { duration, interactionId } of list.getEntries() as PerformanceEventTiming[]) {
        if (interactionId) window.interactionsMs.push(duration)
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  })
}

/** Presses by coordinates: a locator's own press would run code in the page during the event. */
async function toNextPaint(page: Page, button: Locator): Promise<number> {
  await button.scrollIntoViewIfNeeded()
  const box = await button.boundingBox()
  if (!box) throw new Error('The button should be visible.')
  await page.waitForTimeout(REPORT_DELAY_MS)
  await page.evaluate(() => {
    window.interactionsMs = []
  })
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  await page.waitForTimeout(REPORT_DELAY_MS)
  return Math.max(SHORTEST_REPORTED_MS, ...(await page.evaluate(() => window.interactionsMs)))
}
