import assert from 'node:assert/strict'
import { appointment, contact, emptied } from '../support/page/forms.ts'
import { arabic } from '../support/page/longest-texts.ts'
import { type Site, storedFor } from '../support/page/running-site.ts'
import type { Page } from './browser.ts'
import { fill, messagesIn, statusOf, typeInto, valuesIn } from './forms.ts'
import {
  CARDS,
  cards,
  cardsInView,
  type Device,
  expectCards,
  expectFields,
  expectFocusInModal,
  expectModal,
  expectPath,
  expectSlide,
  fieldsAndSend,
  hydrated,
  leaveThroughTop,
  openBar,
  openHome,
  pauseCarousel,
  pausedCards,
  pointOnBackground,
  SEND,
  SLIDES,
  shownSlide,
  stillCards,
  triggerModal,
} from './home-page.ts'
import { coloursIn } from './png.ts'
import { BAR, CAROUSEL, eventually, focused, HERO, look, MODAL, press, SLIDE, see } from './visitor.ts'

// More than 300 lines: the journeys are one list, which every browser goes through in this order.

/** A visit to the site by one visitor with one browser. */
export interface Visit {
  page: Page
  site: Site
  /** A site that also has the language `arabic`, which runs from right to left. */
  siteInArabic: Site
  on: Device
  /** An e-mail address that no other visit uses. */
  email: string
}

export interface Journey {
  title: string
  /** Only on such pages; without it on both. */
  on?: Device
  run: (visit: Visit) => Promise<void>
}

/** Specification, section 9. */
const HERO_MS = 5000
const CAROUSEL_MS = 3000
/** An upper limit for what comes by itself: a busy machine is late, and still not wrong. */
const AUTOPLAY_LIMIT_MS = 20_000

/** A photograph has thousands of colours; text on a plain ground stays below this. */
const COLOURS_OF_A_PICTURE = 1500

/** What opens the modal: the button of the header, which a phone's does not have, or that of the banner. */
const OPENER = {
  computer: { within: 'header', name: 'Get A Callback' },
  phone: { within: HERO, name: 'Get A Callback' },
}
const SUBMIT = { within: MODAL, name: 'SUBMIT' }

/** All of them in one list, longer than files usually are: every browser runs the same ones, in this order. */
export const JOURNEYS: Journey[] = [
  {
    title: 'The first banner shows its picture, and the page does not scroll sideways',
    run: async ({ page, site }) => {
      await page.goto(site.address)
      const slide = await shownSlide(page)
      await eventually(async () => {
        const { left, right, top, bottom } = (await look(page, { within: HERO, selector: SLIDE }))[slide.index] ?? slide
        const colours = coloursIn(await page.screenshot(), { left, right, top, bottom })
        assert.ok(colours > COLOURS_OF_A_PICTURE, `the banner shows no picture: it has ${colours} colours`)
      })
      const { content, window } = await page.evaluate(() => ({
        content: document.documentElement.scrollWidth,
        window: innerWidth,
      }))
      assert.ok(content <= window, `the page is ${content} px wide in a window of ${window} px`)
    },
  },
  {
    title: 'Next slide and Previous slide move the banner, and wrap',
    run: async ({ page, site }) => {
      await openHome(page, site)
      await pauseCarousel(page, HERO)
      const { index } = await shownSlide(page)
      for (let next = index + 1; next <= SLIDES; next++) {
        await press(page, { within: HERO, name: 'Next slide' })
        await expectSlide(page, next % SLIDES)
      }
      const { heading } = await shownSlide(page)
      await press(page, { within: HERO, name: 'Previous slide' })
      await expectSlide(page, SLIDES - 1)
      assert.notEqual((await shownSlide(page)).heading, heading)
    },
  },
  {
    title: 'Both carousels advance by themselves, after three and five seconds',
    run: async ({ page, site, on }) => {
      const opened = Date.now()
      await page.goto(site.address)
      const first = await eventually(async () => {
        const [card = 0] = await cards(page)
        assert.notEqual(card, 0, 'the first card in view')
        await expectCards(page, card, on, 0)
        return card
      }, AUTOPLAY_LIMIT_MS)
      const moved = Date.now() - opened
      assert.ok(moved >= CAROUSEL_MS * first, `it advanced ${first} cards in ${moved} ms`)
      await eventually(async () => assert.notEqual((await shownSlide(page)).index, 0), AUTOPLAY_LIMIT_MS)
      const passed = Date.now() - opened
      assert.ok(passed >= HERO_MS, `the banner advanced ${passed} ms after the page was asked for`)
    },
  },
  {
    title: 'The arrows and dots move the carousel, with one card in view on a phone and three on a computer',
    run: async ({ page, site, on }) => {
      await openHome(page, site)
      const first = await pausedCards(page, on)
      await press(page, { within: CAROUSEL, name: 'Next procedures' })
      await expectCards(page, first + 1, on)
      await press(page, { within: CAROUSEL, name: 'Previous procedures' })
      await expectCards(page, first, on)
      await press(page, { within: CAROUSEL, name: `Go to procedure 10 of ${CARDS}` })
      await expectCards(page, 9, on)
      await press(page, { within: CAROUSEL, name: `Go to procedure ${CARDS} of ${CARDS}` })
      await expectCards(page, CARDS - 1, on)
      await eventually(async () => assert.ok((await besideItsPlace(page, CARDS - 1)) < 0.5, 'the last card is off'))
      await press(page, { within: CAROUSEL, name: 'Next procedures' })
      await expectCards(page, 0, on)
      await eventually(async () => assert.ok((await besideItsPlace(page, 0)) < 0.5, 'the first card is off'))
    },
  },
  {
    title: 'From right to left, the text of the banner is at the right, and Next brings the next card from the left',
    run: async ({ page, siteInArabic, on }) => {
      await openHome(page, siteInArabic, arabic.path)
      const first = await pausedCards(page, on)
      const [text] = await look(page, { within: HERO, selector: `${SLIDE} p` })
      const width = await page.evaluate(() => innerWidth)
      assert.ok(text && text.left + text.right > width, 'the text of the banner is not at the right')
      const nextCard = async () => (await look(page, { within: CAROUSEL, selector: SLIDE }))[first + 1]
      const before = await nextCard()
      await press(page, { within: CAROUSEL, selector: '[data-icon="next"]' })
      await eventually(async () => {
        const [row] = await look(page, { within: CAROUSEL, selector: '[data-slides]' })
        const after = await nextCard()
        assert.ok(row && before && after, 'the cards are not there')
        assert.ok(after.left > before.left, 'the card does not come from the left')
        assert.ok(Math.abs(after.right - row.right) <= 1, 'the card does not stop at the right')
      })
      await expectCards(page, first + 1, on)
    },
  },
  {
    title: 'The bar is slim on a phone, opens by a press, and closes by another',
    on: 'phone',
    run: async ({ page, site }) => {
      await openHome(page, site)
      const bar = await see(page, { selector: BAR })
      const height = await page.evaluate(() => innerHeight)
      const { top, bottom } = bar
      assert.ok(bottom - top <= height / 10, `the closed bar is ${bottom - top} px high in a window of ${height} px`)
      assert.ok(Math.abs(bottom - height) < 1, `the bar ends at ${bottom} px of ${height} px`)
      await expectFields(page, 'hidden')
      await press(page, { within: BAR, selector: 'summary' })
      await expectFields(page, 'visible')
      await press(page, { within: BAR, selector: 'summary' })
      await expectFields(page, 'hidden')
    },
  },
  {
    title: 'The bar shows its five fields and SEND on a computer, without a press',
    on: 'computer',
    run: async ({ page, site }) => {
      await openHome(page, site)
      await expectFields(page, 'visible')
      const height = await page.evaluate(() => innerHeight)
      for (const { name, top, bottom, pressable } of await fieldsAndSend(page)) {
        assert.ok(top >= 0 && bottom <= height && pressable, `${name} is not in the window`)
      }
    },
  },
  {
    title: 'An empty SEND shows the five messages; a filled form is stored once, says thanks, and is emptied',
    run: async ({ page, site, on, email }) => {
      await openHome(page, site)
      await openBar(page, on)
      await press(page, SEND)
      await eventually(async () => {
        assert.deepEqual(await messagesIn(page, BAR), appointment.missing)
        assert.equal(await statusOf(page, BAR), 'Please fill the form correctly.')
      })
      const values = { ...appointment.values, email }
      await fill(page, BAR, values)
      await press(page, SEND)
      await eventually(async () => assert.equal(await statusOf(page, BAR), 'Thanks for your submission!'))
      await eventually(async () => assert.deepEqual(await valuesIn(page, BAR, Object.keys(values)), emptied(values)))
      const { fullname: name, phone, selected: service } = appointment.values
      await expectStored(site, { form: 'appointment', name, phone, email, service, message: null })
    },
  },
  {
    title: 'The modal opens by its button, holds the focus, and gives it back to the button after Escape',
    run: async ({ page, site, on }) => {
      await openHome(page, site)
      await pauseCarousel(page, HERO) // its button stays
      await press(page, OPENER[on])
      await expectModal(page, 'open')
      await expectFocusInModal(page)
      for (let presses = 0; presses < 15; presses++) {
        await page.key('Tab')
        const { name, within } = await focused(page)
        // Between the last field and the first, a browser may visit its own controls; the page has no focus then.
        assert.ok(name === 'page' || within.includes(MODAL), `the Tab key leaves the modal for ${name}`)
      }
      await page.key('Escape')
      await expectModal(page, 'closed')
      await eventually(async () =>
        assert.ok((await focused(page)).within.includes(OPENER[on].within), 'focus does not come back'),
      )
    },
  },
  {
    title:
      'The modal opens by triggerModal and by /#contact, also later, closes by the background and Close, and keeps what was typed',
    run: async ({ page, site }) => {
      await openHome(page, site, '/#contact')
      await expectModal(page, 'open')
      await expectFocusInModal(page)
      const background = await eventually(() => pointOnBackground(page))
      assert.ok(background, 'the panel leaves no background to press on')
      await page.press(background)
      await expectModal(page, 'closed')
      await triggerModal(page)
      await typeInto(page, MODAL, 'name', 'Meera')
      await press(page, { within: MODAL, name: 'Close' })
      await expectModal(page, 'closed')
      await page.evaluate(() => {
        location.hash = '#contact'
      })
      await expectModal(page, 'open')
      assert.deepEqual(await valuesIn(page, MODAL, ['name']), { name: 'Meera' })
    },
  },
  {
    title: 'The modal opens once when the mouse leaves through the top, over what is typed meanwhile',
    run: async ({ page, site, on }) => {
      await openHome(page, site)
      if (on === 'computer') await typeInto(page, BAR, 'fullname', 'Ash')
      await leaveThroughTop(page)
      await expectModal(page, 'open')
      await expectFocusInModal(page)
      await page.key('Escape')
      await expectModal(page, 'closed')
      if (on === 'computer') {
        await eventually(async () => assert.equal((await focused(page)).name, 'fullname'))
        await page.type('a')
        assert.deepEqual(await valuesIn(page, BAR, ['fullname']), { fullname: 'Asha' })
      }
      await leaveThroughTop(page)
      await expectModal(page, 'closed')
    },
  },
  {
    title: 'A filled modal is stored once and leads to /thank-you; Back shows a closed, empty one',
    run: async ({ page, site, email }) => {
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
      assert.deepEqual(await valuesIn(page, MODAL, Object.keys(values)), emptied(values))
    },
  },
  {
    title: 'The Tab key alone reaches the header, both carousels, the cards in view and no others, and the bar',
    run: async ({ page, site, on }) => {
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
        /^#carousel-demo: card /,
        on === 'phone' ? /^#appointment: / : /^#appointment: fullname$/,
      ]
      for (const stop of stops) {
        assert.ok(
          reached.some((name) => stop.test(name)),
          `the Tab key does not reach ${stop}: it reaches ${reached.join(', ')}`,
        )
      }
    },
  },
  {
    title: "A card's button, pressed by Enter, chooses its service in the form and goes there",
    run: async ({ page, site }) => {
      await openHome(page, site)
      let slide: string | null = null
      for (let presses = 0; presses < 30 && !slide; presses++) {
        await page.key('Tab')
        const now = await focused(page)
        if (now.within.includes(CAROUSEL)) slide = now.slide
      }
      assert.ok(slide, 'the Tab key reaches no card')
      await page.key('Enter')
      await eventually(async () => {
        assert.deepEqual(await valuesIn(page, BAR, ['selected']), { selected: slide })
        assert.ok((await focused(page)).within.includes(BAR), 'the focus does not go to the form')
      })
      await expectFields(page, 'visible')
    },
  },
]

/** How far the card is from the beginning of the row, in px. */
async function besideItsPlace(page: Page, card: number): Promise<number> {
  const [row] = await look(page, { within: CAROUSEL, selector: '[data-slides]' })
  const slide = (await look(page, { within: CAROUSEL, selector: SLIDE }))[card]
  assert.ok(row && slide, 'the card is not there')
  return Math.abs(slide.left - row.left)
}

/** Exactly one request of this address is on the disk, with what the visitor sent and the slot of both samples. */
async function expectStored(site: Site, sent: { email: string } & Record<string, unknown>) {
  const expected = { ...sent, time_slot: '10:00am-12:00pm', start_time: '10:00am', end_time: '12:00pm' }
  const stored = await storedFor(sent.email, site)
  const found = stored.map((request) =>
    Object.fromEntries(Object.keys(expected).map((key) => [key, Reflect.get(request, key)])),
  )
  assert.deepEqual(found, [expected])
}
