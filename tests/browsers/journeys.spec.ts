import assert from 'node:assert/strict'
import { PNG } from 'pngjs'
import { appointment, contact, emptied } from '../support/page/forms.ts'
import { type Site, storedFor } from '../support/page/site.ts'
import type { Page } from './engine.ts'
import { fill, typeInto, valuesIn } from './forms.ts'
import { test, type VisitOptions } from './visit.ts'
import { BAR, CAROUSEL, eventually, focused, HERO, look, MODAL, press, type Seen, SLIDE, see } from './visitor.ts'

/*
 * More than 300 lines: each old browser starts slowly, and walks through all of it once.
 */

/** An upper limit for what comes by itself: a busy machine is late, and still not wrong. */
const AUTOPLAY_LIMIT_MS = 20_000

/** A photograph has thousands of colours; text on a plain ground stays below this. */
const COLOURS_OF_A_PICTURE = 1500

const CARDS = 16

const FIELDS = Object.keys(appointment.values).map((name) => `[name="${name}"]`)

/** The button of the header opens the modal; a phone's has none. */
const OPENER = { within: 'header', name: 'Get A Callback' }
const SEND = { within: BAR, name: 'SEND' }
const SUBMIT = { within: MODAL, name: 'SUBMIT' }

test('The first banner shows its picture, and the page does not scroll sideways', async ({ visit: { page, site } }) => {
  await page.goto(site.address)
  await eventually(async () => {
    const colours = coloursIn(await page.screenshot(), await shownSlide(page))
    assert.ok(colours > COLOURS_OF_A_PICTURE, `the banner shows no picture: it has ${colours} colours`)
  })
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.ok(beyond <= 0, `the page is ${beyond} px wider than the window`)
})

test('Both carousels advance by themselves', async ({ visit: { page, site } }) => {
  await page.goto(site.address)
  await eventually(async () => assert.ok(((await cards(page))[0] ?? 0) > 0, 'the first card stays'), AUTOPLAY_LIMIT_MS)
  await eventually(async () => assert.notEqual((await shownSlide(page)).index, 0), AUTOPLAY_LIMIT_MS)
})

test('The arrows and dots move the carousel, and a card chooses its service in the form', async ({
  visit: { page, site, on },
}) => {
  await openHome(page, site)
  await pauseCarousel(page, CAROUSEL)
  const first = await stillCards(page, on)
  await press(page, { within: CAROUSEL, name: 'Next procedures' })
  await expectCards(page, first + 1, on)
  await press(page, { within: CAROUSEL, name: 'Previous procedures' })
  await expectCards(page, first, on)
  await press(page, { within: CAROUSEL, name: `Go to procedure ${CARDS} of ${CARDS}` })
  await expectCards(page, CARDS - 1, on)
  await press(page, { within: CAROUSEL, name: 'Next procedures' })
  await expectCards(page, 0, on)
  const [card] = await look(page, { within: CAROUSEL, selector: `${SLIDE} h3` })
  await press(page, { within: `${CAROUSEL} ${SLIDE}`, selector: 'a, button' })
  await eventually(async () => {
    assert.equal((await valuesIn(page, BAR)).selected, card?.text)
    assert.ok((await focused(page)).within.includes(BAR), 'the focus does not go to the form')
  })
  await expectFields(page, 'visible')
})

test('A drag that is released above the cards, or unseen, lets them go: no mouse moves them, autoplay goes on, the next press works', async ({
  visit: { page, site },
}) => {
  await openHome(page, site)
  await page.evaluate((selector: string) => document.querySelector(selector)?.scrollIntoView(), CAROUSEL)
  const row = await see(page, { within: CAROUSEL, selector: '[data-slides]' })
  const [x, y] = [row.left + 200, row.top + 60]
  const upwards = [x, x - 10, x - 20, x - 30].map((x, at) => ({ x, y: at < 3 ? y : 20 }))
  await page.drag(upwards, { x: x - 120, y })
  await expectFree(page)
  await page.evaluate(() =>
    addEventListener('pointerup', (event) => event.stopPropagation(), { capture: true, once: true }),
  )
  await page.drag(upwards, { x, y: 24 })
  await expectFree(page)
  const { name } = await currentDot(page)
  await eventually(async () => assert.notEqual((await currentDot(page)).name, name, 'no autoplay'), AUTOPLAY_LIMIT_MS)
  await press(page, { within: `${CAROUSEL} ${SLIDE}:not([inert])`, selector: 'a' })
  await eventually(async () => assert.notEqual((await valuesIn(page, BAR)).selected, '', 'the press does nothing'))
})

/** No pointer holds the cards. */
async function expectFree(page: Page) {
  await eventually(async () => {
    const dragged = await look(page, { within: CAROUSEL, selector: '[data-dragged]' })
    assert.equal(dragged.length, 0, 'the cards follow a mouse without a button')
  })
}

const currentDot = (page: Page) => see(page, { within: CAROUSEL, selector: '[aria-current="true"]' })

test('The bar is slim on a phone and whole on a computer; an empty SEND shows five messages, a filled one is stored once', async ({
  visit: { page, site, on, email },
}) => {
  await openHome(page, site)
  const height = await page.evaluate(() => innerHeight)
  if (on === 'phone') {
    const { top, bottom } = await see(page, { selector: BAR })
    assert.ok(bottom - top <= height / 10, `the closed bar is ${bottom - top} px high in a window of ${height} px`)
    assert.ok(Math.abs(bottom - height) < 1, `the bar ends at ${bottom} px of ${height} px`)
    for (const state of ['hidden', 'visible', 'hidden'] as const) {
      await expectFields(page, state)
      await press(page, { within: BAR, selector: 'summary' })
    }
  }
  await expectFields(page, 'visible')
  for (const { name, top, bottom, pressable } of await fieldsAndSend(page)) {
    assert.ok(top >= 0 && bottom <= height && pressable, `${name} is not in the window`)
  }
  await press(page, SEND)
  await expectText(page, '[role="status"]', 'Please fill the form correctly.')
  for (const message of Object.values(appointment.missing)) await expectText(page, '[id$="-error"]', message)
  const values = { ...appointment.values, email }
  await fill(page, BAR, values)
  await press(page, SEND)
  await expectText(page, '[role="status"]', 'Thanks for your submission!')
  await eventually(async () => assert.deepEqual(await valuesIn(page, BAR), emptied(values)))
  const { fullname: name, phone, selected: service } = appointment.values
  await expectStored(site, { form: 'appointment', name, phone, email, service, message: null })
})

test('A number that is typed stays as it is; one that comes at once, or without the focus, becomes its digits', async ({
  visit: { page, site },
}) => {
  const expectNumber = (number: string) =>
    eventually(async () => assert.equal((await valuesIn(page, MODAL)).phone, number))
  await openHome(page, site)
  await page.evaluate(() => location.assign('#contact'))
  await expectModal(page, 'open')
  await typeInto(page, MODAL, 'phone', '09876543210')
  await expectNumber('09876543210')
  await page.evaluate(() => {
    document.execCommand('selectAll')
    document.execCommand('insertText', false, '+91 98765 43210')
  })
  await expectNumber('9876543210')
  await typeInto(page, MODAL, 'email', 'asha')
  await page.evaluate((phone: string) => {
    const field = document.querySelector<HTMLInputElement>(phone)
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '0091 98765 43211')
    field?.dispatchEvent(new Event('input', { bubbles: true }))
  }, `${MODAL} [name="phone"]`)
  await expectNumber('9876543211')
  assert.equal((await focused(page)).name, 'email')
})

test('The modal opens by its button and by #contact, holds the focus, gives it back after Escape, and closes beside its panel', async ({
  visit: { page, site, on },
}) => {
  await openHome(page, site)
  if (on === 'computer') await press(page, OPENER)
  else await page.evaluate(() => document.dispatchEvent(new Event('triggerModal')))
  await expectModal(page, 'open')
  await eventually(async () => assert.ok((await focused(page)).within.includes(MODAL), 'the focus is not in the modal'))
  for (let presses = 0; presses < 15; presses++) {
    await page.key('Tab')
    const { name, within } = await focused(page)
    // Between the last field and the first, a browser may visit its own controls; the page has no focus then.
    assert.ok(name === 'page' || within.includes(MODAL), `the Tab key leaves the modal for ${name}`)
  }
  await page.key('Escape')
  await expectModal(page, 'closed')
  await eventually(async () =>
    assert.ok(on === 'phone' || (await focused(page)).within.includes(OPENER.within), 'focus does not come back'),
  )
  await page.evaluate(() => location.assign('#contact'))
  await expectModal(page, 'open')
  await page.press({ x: 4, y: 4 })
  await expectModal(page, 'closed')
})

test('A filled modal is stored once and leads to /thank-you; Back shows a closed, empty one', async ({
  visit: { page, site, email },
}) => {
  await openHome(page, site)
  await triggerModal(page)
  const values = { ...contact.values, email }
  await fill(page, MODAL, values)
  await press(page, SUBMIT)
  await expectPath(page, '/thank-you')
  const { name, phone, message } = contact.values
  await expectStored(site, { form: 'contact', name, phone, email, service: null, message })
  await page.evaluate(() => history.back())
  await expectPath(page, '/')
  await hydrated(page)
  await expectModal(page, 'closed')
  await triggerModal(page)
  assert.deepEqual(await valuesIn(page, MODAL), emptied(values))
})

test('The Tab key alone reaches the header, both carousels, the cards in view and no others, and the bar', async ({
  visit: { page, site, on },
}) => {
  await openHome(page, site)
  const reached: string[] = []
  const cardsReached: string[] = []
  let first = 0
  while (reached.length < 80 && !reached.some((stop) => stop.startsWith(BAR))) {
    await page.key('Tab')
    const { within, slide, name } = await focused(page)
    reached.push(`${within[0] ?? 'page'}: ${slide ? `card ${slide}` : name}`)
    if (slide && within.includes(CAROUSEL)) cardsReached.push(slide)
    if (name !== 'Pause procedures') continue
    await page.key('Enter')
    first = await stillCards(page, on)
  }
  const names = (await look(page, { within: CAROUSEL, selector: `${SLIDE} h3` })).map(({ text }) => text)
  assert.deepEqual(cardsReached, names.slice(first, first + cardsInView(on)))
  const stops = [
    on === 'phone' ? /^header: / : /^header: Get a callback$/i,
    /: Pause slides$/,
    /: Previous slide$/,
    /: Next slide$/,
    /^#carousel-demo: Pause procedures$/,
    /^#carousel-demo: Previous procedures$/,
    /^#carousel-demo: Next procedures$/,
    on === 'phone' ? /^#appointment: / : /^#appointment: fullname$/,
  ]
  const missed = stops.filter((stop) => !reached.some((name) => stop.test(name)))
  assert.deepEqual(missed, [], `the Tab key reaches ${reached.join(', ')}`)
})

/** How many colours a part of a screenshot has. */
function coloursIn(screenshot: Uint8Array, { left, right, top, bottom }: Seen): number {
  const { width, height, data } = PNG.sync.read(Buffer.from(screenshot))
  const colours = new Set<number>()
  for (let y = Math.max(0, Math.ceil(top)); y < Math.min(height, bottom); y++) {
    for (let x = Math.max(0, Math.ceil(left)); x < Math.min(width, right); x++) {
      colours.add(data.readUInt32BE(4 * (y * width + x)))
    }
  }
  return colours.size
}

/** Exactly one request of this address is on the disk, with what the visitor sent and the slot of both samples. */
async function expectStored(site: Site, sent: { email: string } & Record<string, unknown>) {
  const stored = await storedFor(sent.email, site)
  assert.equal(stored.length, 1)
  const slot = { time_slot: '10:00am-12:00pm', start_time: '10:00am', end_time: '12:00pm' }
  assert.partialDeepStrictEqual(stored[0], { ...sent, ...slot })
}

/** Opens the home page and waits until React has hydrated it. */
async function openHome(page: Page, { address }: Site) {
  await page.goto(address)
  await hydrated(page)
}

/** Hero slides that are not on show become inert when the page is hydrated, and not before. */
async function hydrated(page: Page) {
  await eventually(async () => {
    const inert = await page.evaluate((slides: string) => document.querySelectorAll(slides).length, `${SLIDE}[inert]`)
    assert.ok(inert > 0, 'the page is not hydrated')
  })
}

/** The one slide of the banner that is on show, once the others have faded. */
function shownSlide(page: Page): Promise<Seen & { index: number }> {
  return eventually(async () => {
    const slides = await look(page, { within: HERO, selector: SLIDE })
    const [shown, ...others] = slides.flatMap((slide, index) => (slide.visible ? [{ ...slide, index }] : []))
    if (!shown || others.length > 0) throw new Error(`${slides.length} slides, and not one of them is on show`)
    return shown
  })
}

const cardsInView = (on: VisitOptions['on']) => (on === 'phone' ? 1 : 3)

/** The cards in view, by their place among all, from left to right. */
async function cards(page: Page): Promise<number[]> {
  const [frame] = await look(page, { selector: CAROUSEL })
  const slides = await look(page, { within: CAROUSEL, selector: SLIDE })
  return slides
    .map((slide, place) => ({ ...slide, place }))
    .filter(({ left, right }) => frame && left >= frame.left - 1 && right <= frame.right + 1)
    .sort((one, other) => one.left - other.left)
    .map(({ place }) => place)
}

async function expectCards(page: Page, first: number, on: VisitOptions['on'], withinMs?: number) {
  const expected = Array.from({ length: cardsInView(on) }, (_, at) => (first + at) % CARDS)
  await eventually(async () => assert.deepEqual(await cards(page), expected, 'the cards in view'), withinMs)
}

async function pauseCarousel(page: Page, within: typeof HERO | typeof CAROUSEL) {
  await press(page, { within, selector: '[data-icon="pause"]' })
  await eventually(() => see(page, { within, selector: '[data-icon="play"]' }))
}

/** The first card in view of a paused carousel, once it stands still with its dot as the current one. */
function stillCards(page: Page, on: VisitOptions['on']): Promise<number> {
  return eventually(async () => {
    const [first = 0] = await cards(page)
    const dot = await currentDot(page)
    assert.equal(dot.name, `Go to procedure ${first + 1} of ${CARDS}`, 'the current dot')
    await expectCards(page, first, on, 0)
    return first
  })
}

async function fieldsAndSend(page: Page) {
  const found = await look(page, { within: BAR, selector: [...FIELDS, '[type="submit"]'].join() })
  assert.equal(found.length, FIELDS.length + 1, 'fields and SEND in the bar')
  return found
}

async function expectFields(page: Page, state: 'visible' | 'hidden') {
  await eventually(async () => {
    for (const { name, visible } of await fieldsAndSend(page)) {
      assert.equal(visible, state === 'visible', `whether ${name || 'a field'} of the bar is visible`)
    }
  })
}

async function triggerModal(page: Page) {
  await page.evaluate(() => void document.dispatchEvent(new Event('triggerModal')))
  await expectModal(page, 'open')
}

/** Open is: over the whole window. Closed is: not there at all. */
async function expectModal(page: Page, state: 'open' | 'closed') {
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

async function expectPath(page: Page, path: string) {
  await eventually(async () => {
    const { pathname, state } = await page.evaluate(() => ({
      pathname: location.pathname,
      state: document.readyState,
    }))
    assert.deepEqual({ pathname, state }, { pathname: path, state: 'complete' })
  })
}

/** A text of the bar can be read. */
async function expectText(page: Page, selector: string, name: string) {
  await eventually(() => see(page, { within: BAR, selector, name }))
}
