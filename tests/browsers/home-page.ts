import assert from 'node:assert/strict'
import { appointment } from '../support/page/forms.ts'
import type { Site } from '../support/page/running-site.ts'
import type { Page } from './engine.ts'
import type { VisitOptions } from './visit.ts'
import { BAR, CAROUSEL, eventually, focused, HERO, look, MODAL, press, SLIDE, see } from './visitor.ts'

export const SLIDES = 3
export const CARDS = 16
export const SEND = { within: BAR, name: 'SEND' }

/** Opens a page of the site and waits until React has hydrated it. */
export async function openHome(page: Page, { address }: Site, path = '/') {
  await page.goto(address + path)
  await hydrated(page)
}

/** Hero slides that are not on show become inert when the page is hydrated, and not before. */
export async function hydrated(page: Page) {
  await eventually(async () => {
    const inert = await page.evaluate((slides: string) => document.querySelectorAll(slides).length, `${SLIDE}[inert]`)
    assert.ok(inert > 0, 'the page is not hydrated')
  })
}

/** A slide and where it is in the window, in CSS pixels. */
export interface ShownSlide {
  index: number
  left: number
  right: number
  top: number
  bottom: number
}

/** The one slide of the banner that is on show, once the others have faded. */
export function shownSlide(page: Page): Promise<ShownSlide> {
  return eventually(async () => {
    const slides = await look(page, { within: HERO, selector: SLIDE })
    const shown = slides.flatMap((slide, index) => (slide.visible ? [{ index, ...slide }] : []))
    assert.equal(shown.length, 1, `${shown.length} slides are on show`)
    return shown[0] as ShownSlide
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

/** The first card in view of a paused carousel, once it stands still. */
export function stillCards(page: Page, on: VisitOptions['on']): Promise<number> {
  return eventually(async () => {
    const [first = 0] = await cards(page)
    const [dots = [], [current] = []] = await Promise.all(
      ['button', '[aria-current="true"]'].map((dot) =>
        look(page, { within: `${CAROUSEL} [data-dots]`, selector: dot }),
      ),
    )
    assert.ok(current && current.name === dots[first]?.name, 'the dot of another card is the current one')
    await expectCards(page, first, on, 0)
    return first
  })
}

const FIELD_NAMES = Object.keys(appointment.values)

export async function fieldsAndSend(page: Page) {
  const fields = FIELD_NAMES.map((name) => look(page, { within: BAR, selector: `[name="${name}"]` }))
  const found = (await Promise.all([...fields, look(page, SEND)])).flat()
  assert.equal(found.length, FIELD_NAMES.length + 1, 'fields and SEND in the bar')
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

/** As a mouse that leaves the window is reported; no driver can move a real one out of it. */
export async function leaveThroughTop(page: Page) {
  await page.evaluate(() => {
    document.documentElement.dispatchEvent(
      new MouseEvent('mouseout', { bubbles: true, clientX: 300, clientY: -5, relatedTarget: null }),
    )
  })
}

/** Open is: over the whole window. Closed is: not there at all. */
export async function expectModal(page: Page, state: 'open' | 'closed') {
  await eventually(async () => {
    const [modal] = await look(page, { selector: MODAL })
    assert.equal(modal?.visible, state === 'open', 'whether the modal is visible')
    if (state === 'closed') return
    const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }))
    assert.ok(modal.left <= 0 && modal.top <= 0 && modal.bottom >= height, 'the modal does not fill the window')
    assert.ok(modal.right >= width - 20, 'the modal does not fill the window') // but for a scroll bar
    assert.ok(modal.pressable, `${modal.coveredBy} covers the modal`)
  })
}

export async function expectFocusInModal(page: Page) {
  await eventually(async () => {
    const { name, within } = await focused(page)
    assert.ok(within.includes(MODAL), `the focus is not in the modal but on ${name}`)
  })
}

/** A point where a press hits the modal itself, not its panel. */
export function pointOnBackground(page: Page) {
  return page.evaluate((selector: string) => {
    for (let y = 4; y < innerHeight; y += 8) {
      for (let x = 4; x < innerWidth; x += 8) {
        if (document.elementFromPoint(x, y) === document.querySelector(selector)) return { x, y }
      }
    }
    return null
  }, MODAL)
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
