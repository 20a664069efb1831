import type { Locator, Page } from '@playwright/test'
import { bar, hero, hydrated, modal } from '../../tests/support/page/home-page.ts'

/** A browser tells only of interactions that take at least this long (Event Timing API). */
const SHORTEST_TOLD_MS = 16

/** How long after the event the browser may take to tell of it. */
const TELLING_MS = 300

declare global {
  interface Window {
    interactionsMs: number[]
  }
}

/** From each press until the page shows what it did, in ms; at least 16, the least that a browser tells of. */
export interface Interactions {
  nextSlide: number
  openModal: number
  sendWithMistakes: number
}

/**
 * Presses with a finger, on a page that is ready.
 *
 * @param surroundings `alone` takes everything else out of the page before each press: what the press costs by itself
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
    await page.waitForTimeout(TELLING_MS)
    if (surroundings === 'alone') await page.evaluate(removeAllBut, alone)
  }
  await open('[aria-label="Featured procedures"]')
  const nextSlide = await toNextPaint(page, hero(page).getByRole('button', { name: 'Next slide' }))
  await open('header', '#contact')
  const openModal = await toNextPaint(page, getACallback(page))
  await modal(page).getByRole('button', { name: 'Close' }).tap()
  await open('#appointment')
  await bar(page).locator('summary').tap()
  const sendWithMistakes = await toNextPaint(page, bar(page).getByRole('button', { name: 'SEND' }))
  return { nextSlide, openModal, sendWithMistakes }
}

/** Runs in the page. Leaves the named elements and what they are in. */
function removeAllBut(selectors: string[]) {
  const kept = selectors.flatMap((selector) => [...document.querySelectorAll(selector)])
  for (const element of document.body.querySelectorAll('*')) {
    const isKept = kept.some((one) => one.contains(element) || element.contains(one))
    if (!isKept) element.remove()
  }
}

/** The modal before React has arrived, and for as long as it does not: pressed for, and opened by its event. */
export async function openModalEarly(page: Page, address: string): Promise<{ pressed: number; byEvent: number }> {
  await watchInteractions(page)
  await page.route('**/hydrate*.js', () => {}) // never answered
  await page.goto(address)
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  const byEvent = await page.evaluate(openByEvent)
  await page.keyboard.press('Escape')
  return { pressed: await toNextPaint(page, getACallback(page)), byEvent }
}

/** Fires `triggerModal` on a page that has come to life, and gives the time until the modal is painted. */
export async function openModalByEvent(page: Page, address: string): Promise<number> {
  await page.goto(address)
  await hydrated(page)
  await page.waitForTimeout(TELLING_MS)
  return page.evaluate(openByEvent)
}

const getACallback = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Get a callback' })

/** Runs in the page. A message that is posted in a frame arrives when that frame has been painted. */
async function openByEvent(): Promise<number> {
  const start = performance.now()
  document.dispatchEvent(new Event('triggerModal'))
  if (!document.querySelector<HTMLDialogElement>('#contact')?.open) throw new Error('The modal did not open.')
  await new Promise(requestAnimationFrame)
  await new Promise((painted) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = painted
    port2.postMessage(null)
  })
  return performance.now() - start
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

/** Presses where the button is, blindly: a locator's own press would look at the page in the middle of the event. */
async function toNextPaint(page: Page, button: Locator): Promise<number> {
  await button.scrollIntoViewIfNeeded()
  const box = await button.boundingBox()
  if (!box) throw new Error('What is to be pressed should be in sight.')
  await page.waitForTimeout(TELLING_MS)
  await page.evaluate(() => {
    window.interactionsMs = []
  })
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  await page.waitForTimeout(TELLING_MS)
  return Math.max(SHORTEST_TOLD_MS, ...(await page.evaluate(() => window.interactionsMs)))
}
