import assert from 'node:assert/strict'
import { appointment } from '../support/page/forms.ts'
import type { Site } from '../support/page/running-site.ts'
import type { Page } from './engine.ts'
import type { VisitOptions } from './visit.ts'
import { BAR, CAROUSEL, eventually, focused, HERO, look, MODAL, press, type Seen, SLIDE, see } from './visitor.ts'

export const CARDS = 16

/** Opens the home page and waits until React has hydrated it. */
export async function openHome(page: Page, { address }: Site) {
  await page.goto(address)
  await hydrated(page)
}

/** Hero slides that are not on show become inert when the page is hydrated, and not before. */
export async function hydrated(page: Page) {
  await eventually(async () => {
    const inert = await page.evaluate((slides: string) => document.querySelectorAll(slides).length, `${SLIDE}[inert]`)
    assert.ok(inert > 0, 'the page is not hydrated')
  })
}

/** The one slide of the banner that is on show, once the others have faded. */
export function shownSlide(page: Page): Promise<Seen & { index: number }> {
  return eventually(async () => {
    const slides = await look(page, { within: HERO, selector: SLIDE })
    const [shown, ...others] = slides.flatMap((slide, index) => (slide.visible ? [{ ...slide, index }] : []))
    if (!shown || others.length > 0) throw new Error(`${slides.length} slides, and not one of them is on show`)
    return shown
  })
}

export const cardsInView = (on: VisitOptions['on']) => (on === 'phone' ? 1 : 3)

/** The cards in view, by their place among all, from left to right. */
export async function cards(page: Page): Promise<number[]> {
  const [frame] = await look(page, { selector: CAROUSEL })
  const slides = await look(page, { within: CAROUSEL, selector: SLIDE })
  return slides
    .map((slide, place) => ({ ...slide, place }))
    .filter(({ left, right }) => frame && left >= frame.left - 1 && right <= frame.right + 1)
    .sort((one, other) => one.left - other.left)
    .map(({ place }) => place)
}

export async function expectCards(page: Page, first: number, on: VisitOptions['on'], withinMs?: number) {
  const expected = Array.from({ length: cardsInView(on) }, (_, at) => (first + at) % CARDS)
  await eventually(async () => assert.deepEqual(await cards(page), expected, 'the cards in view'), withinMs)
}

export async function pauseCarousel(page: Page, within: typeof HERO | typeof CAROUSEL) {
  await press(page, { within, selector: '[data-icon="pause"]' })
  await eventually(() => see(page, { within, selector: '[data-icon="play"]' }))
}

/** The first card in view of a paused carousel, once it stands still with its dot as the current one. */
export function stillCards(page: Page, on: VisitOptions['on']): Promise<number> {
  return eventually(async () => {
    const [first = 0] = await cards(page)
    const dot = await see(page, { within: CAROUSEL, selector: '[aria-current="true"]' })
    assert.equal(dot.name, `Go to procedure ${first + 1} of ${CARDS}`, 'the current dot')
    await expectCards(page, first, on, 0)
    return first
  })
}

const FIELDS = Object.keys(appointment.values).map((name) => `[name="${name}"]`)

export async function fieldsAndSend(page: Page) {
  const found = await look(page, { within: BAR, selector: [...FIELDS, '[type="submit"]'].join() })
  assert.equal(found.length, FIELDS.length + 1, 'fields and SEND in the bar')
  return found
}

export async function expectFields(page: Page, state: 'visible' | 'hidden') {
  await eventually(async () => {
    for (const { name, visible } of await fieldsAndSend(page)) {
      assert.equal(visible, state === 'visible', `whether ${name || 'a field'} of the bar is visible`)
    }
  })
}

export async function triggerModal(page: Page) {
  await page.evaluate(() => {
    document.dispatchEvent(new Event('triggerModal'))
  })
  await expectModal(page, 'open')
}

/** Open is: over the whole window. Closed is: not there at all. */
export async function expectModal(page: Page, state: 'open' | 'closed') {
  await eventually(async () => {
    const [modal] = await look(page, { selector: MODAL })
    assert.equal(modal?.visible, state === 'open', 'whether the modal is visible')
    if (state === 'closed') return
    const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }))
    const right = modal.right + 20 // there may be a scroll bar
    assert.ok(
      modal.left <= 0 && modal.top <= 0 && right >= width && modal.bottom >= height,
      'it does not fill the window',
    )
    assert.ok(modal.pressable, `${modal.coveredBy} covers the modal`)
  })
}

export async function expectFocusInModal(page: Page) {
  await eventually(async () => {
    const { name, within } = await focused(page)
    assert.ok(within.includes(MODAL), `the focus is not in the modal but on ${name}`)
  })
}

export async function expectPath(page: Page, path: string) {
  await eventually(async () => {
    const { pathname, state } = await page.evaluate(() => ({
      pathname: location.pathname,
      state: document.readyState,
    }))
    assert.deepEqual({ pathname, state }, { pathname: path, state: 'complete' })
  })
}
