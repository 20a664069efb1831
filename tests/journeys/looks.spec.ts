import { expect, type Page } from '@playwright/test'
import type { Content } from '../../src/content/content.ts'
import { contents, english } from '../support/content.ts'
import { answerCalls } from '../support/page/calls.ts'
import { type Form, fill, formsIn, press } from '../support/page/forms.ts'
import { bar, carousel, hero, modal, mostLines, openHome, slidesOf } from '../support/page/home-page.ts'
import { longest } from '../support/page/longest-texts.ts'
import { expectFits } from '../support/page/looks.ts'
import { otherTest, test } from '../support/page/site.ts'
import { expectNoViolations } from '../support/page/violations.ts'

/*
 * How the pages look in each language of the site, and in one that is not shipped, whose every text has as many wide letters
 * as its place has room for.
 */

const LOOKED_AT = [
  ...contents.map((content) => ({ content, inLanguage: test })),
  { content: longest, inLanguage: otherTest },
]

/** A long name without a space, as some languages have them, and a long address: neither may widen the page. */
const LONG = {
  fullname: 'Wolfeschlegelsteinhausenbergerdorff-Hubert-Blaine-von-Rhododendronblütenstaub',
  email: 'a.very.long.address.that.nobody.would.want.to.type@subdomain.of.a.long.domain.example',
}

/** Windows, and how much of their height the closed bar may take, in percent. */
const WINDOWS = [
  { width: 320, height: 844, most: 10 },
  { width: 390, height: 844, most: 10 },
  { width: 768, height: 1024, most: 26 },
  { width: 1024, height: 768, most: 26 },
  { width: 1280, height: 800, most: 17 },
]
const PHONE = { width: 320, height: 844 }

for (const { content, inLanguage } of LOOKED_AT) {
  const { code, path: home } = content
  const isShipped = contents.includes(content)
  const [appointment, contact] = formsIn(content)

  /**
   * In every window nothing scrolls sideways and every text fits. axe finds nothing wrong in English, whose elements and
   * colours the other languages share: with the home page on a phone and on a computer, with all else on a phone.
   */
  const look = async (page: Page, state: string, form?: Form) => {
    await expectFits(page, `${code} ${state}`, async (window) => {
      expect.soft(await misfits(page, isShipped ? Infinity : 1), window).toEqual([])
    })
    if (content !== english) return
    if (form) await expectNoViolations(page, form === appointment ? '#appointment' : '#contact', [PHONE])
    else await expectNoViolations(page, 'html', state === 'Home page' ? undefined : [PHONE])
  }

  inLanguage(`Home page and appointment form look well in every state (${code})`, async ({ page }) => {
    await page.setViewportSize(PHONE)
    const server = await answerCalls(page, appointment, 'silence')
    await openHome(page, home)
    await look(page, 'Home page')
    await bar(page).locator('summary').click()
    await look(page, 'Appointment form, empty', appointment)
    await press(page, appointment)
    await look(page, 'Appointment form with all its messages', appointment)
    await fill(bar(page), { ...appointment.values, ...LONG })
    await press(page, appointment)
    await look(page, 'Appointment form with long texts, while it is being sent', appointment)
    await server.answerNow(500)
    await expect(bar(page).locator('[role="status"][data-tone="error"]')).toBeVisible()
    await look(page, 'Appointment form after a failure', appointment)
    server.answer = 201
    await press(page, appointment)
    await expect(bar(page).locator('[role="status"][data-tone="ok"]')).toBeVisible()
    await look(page, 'Appointment form after a success', appointment)
  })

  inLanguage(`The modal, refused forms and the other pages look well (${code})`, async ({ page }) => {
    await page.setViewportSize(PHONE)
    for (const form of [appointment, contact]) {
      await refuse(page, form, content)
      await look(page, `Refused, ${form.name}`)
    }
    for (const other of ['thank-you', 'privacy', 'no-such-page']) {
      await page.goto(`${home}${other}`)
      await look(page, other)
    }
    await answerCalls(page, contact, 'silence')
    await contact.arrive(page)
    await look(page, 'Modal, empty', contact)
    await press(page, contact)
    await look(page, 'Modal with all its messages', contact)
    await fill(modal(page), { ...contact.values, phone: '98765432109' }) // which gets a hint
    await press(page, contact)
    await look(page, 'Modal while it is being sent', contact)
  })

  inLanguage(`Header, bar, banner, cards and dots have the places that were promised (${code})`, async ({ page }) => {
    await openHome(page, home)
    await page.evaluate(() => document.fonts.ready)
    const widthsOfText: number[] = []
    for (const { most, ...size } of WINDOWS) {
      await page.setViewportSize(size)
      const at = `${size.width} px`
      const height = Number((await bar(page).boundingBox())?.height)
      expect.soft((100 * height) / size.height, `the bar at ${at}`).toBeLessThanOrEqual(most)
      if (isShipped) await expectHeader(page, size.width)
      for (const slide of await slidesOf(hero(page)).all()) {
        const { x, width, height } = (await slide.boundingBox()) ?? {}
        expect.soft({ x, width }, `a slide at ${at}`).toEqual({ x: 0, width: size.width })
        if (isShipped) expect.soft(height, `a slide at ${at}`).toBe(384)
        else expect.soft(height, `a slide at ${at}`).toBeLessThanOrEqual(400) // on a phone, a rem more
        if (!isShipped) expect.soft(await misfits(page), `a slide at ${at}`).toEqual([])
        await hero(page).locator('[data-icon="next"]').click()
      }
      widthsOfText.push(Number((await hero(page).locator('h2').first().locator('..').boundingBox())?.width))
      expect.soft(await mostLines(page, '#carousel-demo h3'), at).toBe(1)
      expect.soft(await mostLines(page, '#carousel-demo h3 + p'), at).toBeLessThanOrEqual(3)
    }
    const [phones, larger] = [widthsOfText.slice(0, 2), widthsOfText.slice(2)]
    expect(Math.min(...larger), "the banner's text, wider from 768 px on").toBeGreaterThan(Math.max(...phones))
    // The carousel fits between the top of the window and the bar.
    await carousel(page).evaluate((section) => section.scrollIntoView({ block: 'start' }))
    await expect(carousel(page).getByRole('heading', { level: 2 })).toBeInViewport({ ratio: 1 })
    const dots = await carousel(page).getByRole('button').last().boundingBox()
    const top = Number((await bar(page).boundingBox())?.y)
    expect(Number(dots?.y) + Number(dots?.height)).toBeLessThanOrEqual(top)
  })
}

/** It is low on a phone, and its links can be touched over 44 px. */
async function expectHeader(page: Page, width: number) {
  const header = page.getByRole('banner')
  if (width === 390) expect((await header.boundingBox())?.height).toBeLessThanOrEqual(80)
  const reached = await header.locator('a[href^="tel:"], a[hreflang]').evaluateAll((links) =>
    links.map((link) => {
      const { left, width, top, bottom } = link.getBoundingClientRect()
      const isReached = (y: number) => link.contains(document.elementFromPoint(left + width / 2, y))
      return { isWide: width >= 44, height: bottom - top, top: isReached(top + 1), bottom: isReached(bottom - 1) }
    }),
  )
  const whole = { isWide: true, height: 44, top: true, bottom: true }
  expect.soft(reached, `links of the header at ${width} px`).toEqual([whole, whole])
}

/** Posts an empty form as a browser without script does. It is refused in the language of its page. */
async function refuse(page: Page, { home, path }: Form, { texts, forms }: Content) {
  await page.goto(home)
  const answer = page.waitForResponse((response) => response.request().method() === 'POST')
  const loaded = page.waitForEvent('load')
  await page.locator(`form[action^="${path}"]`).evaluate((form: HTMLFormElement) => form.submit())
  expect((await answer).status()).toBe(422)
  await loaded
  await expect(page.locator('html')).toHaveAttribute('lang', texts.language.locale)
  await expect(page.getByRole('main').locator('form[action]')).toHaveAttribute('action', path + forms.query)
}

/**
 * What a reader would see of texts that do not fit, in words: lines that end outside their box or the window, that
 * something cuts off, or that lie on other lines or controls; and placeholders that a field cuts off, and of its
 * choices the first so many.
 */
function misfits(page: Page, choicesLookedAt = 1): Promise<string[]> {
  return page.evaluate((choicesLookedAt) => {
    const found: string[] = []
    const visible = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('.visuallyHidden, [inert], option, noscript, script, style')
    const short = (text: string) => text.trim().slice(0, 40)
    /** The bar and the dialog lie on the page. */
    const layerOf = (element: Element) => element.closest('#appointment, dialog')

    const lines: { text: string; element: Element; rect: DOMRect }[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const text = node.textContent ?? ''
      if (!element || text.trim() === '' || !visible(element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const rect of range.getClientRects()) {
        if (rect.width > 1) lines.push({ text, element, rect })
      }
    }

    const inCarousel = (element: Element) => element.closest('#carousel-demo [role="group"]')
    const EDGE = 0.6
    for (const { text, element, rect } of lines) {
      const card = inCarousel(element)
      if (!card && (rect.left < -EDGE || rect.right > innerWidth + EDGE))
        found.push(`"${short(text)}" leaves the window`)
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
        const { display, overflowX, overflowY, position } = getComputedStyle(box)
        if (display === 'inline' || display === 'contents') continue
        const { left, right, top, bottom } = box.getBoundingClientRect()
        const isScrolled = card && !card.contains(box)
        if (isScrolled) break
        if (rect.left < left - EDGE || rect.right > right + EDGE) {
          found.push(`"${short(text)}" is wider than its ${box.tagName} ${box.className}`)
          break
        }
        const cuts = [overflowX, overflowY].some((overflow) => overflow === 'hidden' || overflow === 'clip')
        if (cuts && (rect.top < top - EDGE || rect.bottom > bottom + EDGE)) {
          found.push(`"${short(text)}" is cut off by its ${box.tagName} ${box.className}`)
          break
        }
        if (position === 'absolute') break // it is placed beside its box, not in it
      }
    }

    // A link in a text reaches into the space around its words, where a finger finds it.
    const outlined = (control: Element) => !control.matches('a') || getComputedStyle(control).borderTopWidth !== '0px'
    const controls = [...document.querySelectorAll('a, button, input, select, textarea, summary')].filter(
      (control) => visible(control) && outlined(control),
    )
    const boxes = controls.flatMap((element) => {
      const text = element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent ?? ''
      return [...element.getClientRects()].map((rect) => ({ text, element, rect }))
    })
    const covers = (one: DOMRect, other: DOMRect) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4
    for (const [at, one] of lines.entries()) {
      for (const other of [...lines.slice(at + 1), ...boxes]) {
        if (layerOf(one.element) !== layerOf(other.element)) continue
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue
        if (covers(one.rect, other.rect))
          found.push(`"${short(one.text)}" and "${short(other.text)}" lie on each other`)
      }
    }

    const context = document.createElement('canvas').getContext('2d')
    for (const control of controls) {
      const options = control instanceof HTMLSelectElement ? [...control.options].slice(0, choicesLookedAt) : []
      const placeholders = control instanceof HTMLInputElement ? [control.placeholder] : []
      if (!context) continue
      const style = getComputedStyle(control)
      context.font = style.font
      // `clientWidth` is rounded.
      const sides = ['border-left-width', 'border-right-width', 'padding-left', 'padding-right'] as const
      const taken = sides.reduce((sum, side) => sum + Number.parseFloat(style.getPropertyValue(side)), 0)
      const room = control.getBoundingClientRect().width - taken
      for (const shown of [...options.map(({ text }) => text), ...placeholders]) {
        const { width } = context.measureText(shown)
        if (width > room + EDGE)
          found.push(`"${shown}" needs ${Math.ceil(width)} px in a field with ${Math.floor(room)}`)
      }
    }
    return [...new Set(found)]
  }, choicesLookedAt)
}
