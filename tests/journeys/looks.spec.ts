import { expect, type Page } from '@playwright/test'
import type { Content } from '../../src/content/content.ts'
import { contents, english } from '../support/content.ts'
import { answerCalls } from '../support/page/calls.ts'
import { type Form, fill, formsIn, press } from '../support/page/forms.ts'
import { bar, carousel, hero, modal, mostLines, openHome, slidesOf } from '../support/page/home-page.ts'
import { arabic, wide } from '../support/page/longest-texts.ts'
import { expectFits } from '../support/page/looks.ts'
import { misfits } from '../support/page/misfits.ts'
import { test, testWith } from '../support/page/site.ts'
import { expectNoViolations } from '../support/page/violations.ts'

/*
 * How the pages look in each language of the site, and in two that are not shipped, whose every text is as long as it may
 * be: in a script that is wide, and in one from right to left.
 */

const LONGEST = [wide, arabic]
const withLongest = testWith([english, ...LONGEST])
const LOOKED_AT = [
  ...contents.map((content) => ({ content, inLanguage: test })),
  ...LONGEST.map((content) => ({ content, inLanguage: withLongest })),
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

/** In every window nothing scrolls sideways; every text fits; in a language that is shipped, axe finds nothing wrong. */
async function expectGoodLook(page: Page, content: Content, state: string) {
  const isShipped = contents.includes(content)
  const name = `${content.code} ${state}`
  await expectFits(page, name)
  for (const width of isShipped ? [1920, 1280, 1200, 1024, 768, 320] : [1280, 320]) {
    await page.setViewportSize({ width, height: 844 })
    expect.soft(await misfits(page, isShipped ? Infinity : 1), `${name} at ${width} px`).toEqual([])
    if (content === arabic) expect.soft(await outOfOrder(page), `${name} at ${width} px`).toEqual([])
  }
  if (isShipped) await expectNoViolations(page) // of the others, too many texts are the same
}

for (const { content, inLanguage } of LOOKED_AT) {
  const { code, path: home } = content
  const isShipped = contents.includes(content)
  const [appointment, contact] = formsIn(content)
  const looked = (page: Page) => (state: string) => expectGoodLook(page, content, state)

  inLanguage(`Home page and appointment form look well in every state (${code})`, async ({ page }) => {
    const look = looked(page)
    await page.setViewportSize(PHONE)
    const server = await answerCalls(page, appointment, 'silence')
    await openHome(page, home)
    await look('Home page')
    await bar(page).locator('summary').click()
    await look('Appointment form, empty')
    await press(page, appointment)
    await look('Appointment form with all its messages')
    await fill(bar(page), { ...appointment.values, ...LONG })
    await press(page, appointment)
    await look('Appointment form with long texts, while it is being sent')
    await server.answerNow(500)
    await expect(bar(page).locator('[role="status"][data-tone="error"]')).toBeVisible()
    await look('Appointment form after a failure')
    server.answer = 201
    await press(page, appointment)
    await expect(bar(page).locator('[role="status"][data-tone="ok"]')).toBeVisible()
    await look('Appointment form after a success')
  })

  inLanguage(`The modal, refused forms and the other pages look well (${code})`, async ({ page }) => {
    const look = looked(page)
    await page.setViewportSize(PHONE)
    for (const form of [appointment, contact]) {
      await refuse(page, form)
      await look(`Refused, ${form.name}`)
    }
    for (const other of ['thank-you', 'privacy', 'no-such-page']) {
      await page.goto(`${home}${other}`)
      await look(other)
    }
    await answerCalls(page, contact, 'silence')
    await contact.arrive(page)
    await look('Modal, empty')
    await press(page, contact)
    await look('Modal with all its messages')
    await fill(modal(page), contact.values)
    await press(page, contact)
    await look('Modal while it is being sent')
  })

  inLanguage(`Bar, banner, cards and dots have the places that were promised (${code})`, async ({ page }) => {
    await openHome(page, home)
    await page.evaluate(() => document.fonts.ready)
    for (const { most, ...size } of WINDOWS) {
      await page.setViewportSize(size)
      const height = Number((await bar(page).boundingBox())?.height)
      expect.soft((100 * height) / size.height, `the bar at ${size.width} px`).toBeLessThanOrEqual(most)
      for (const slide of await slidesOf(hero(page)).all()) {
        const { x, width, height } = (await slide.boundingBox()) ?? {}
        expect.soft({ x, width }, `a slide at ${size.width} px`).toEqual({ x: 0, width: size.width })
        if (isShipped) expect.soft(height, `a slide at ${size.width} px`).toBe(384)
        else expect.soft(height, `a slide at ${size.width} px`).toBeLessThanOrEqual(400) // on a phone, a rem more
        if (!isShipped) expect.soft(await misfits(page), `a slide at ${size.width} px`).toEqual([])
        await hero(page).locator('[data-icon="next"]').click()
      }
      expect.soft(await mostLines(page, '#carousel-demo h3'), `${size.width} px`).toBe(1)
      expect.soft(await mostLines(page, '#carousel-demo h3 + p'), `${size.width} px`).toBeLessThanOrEqual(3)
    }
    // The carousel fits between the top of the window and the bar.
    await carousel(page).evaluate((section) => section.scrollIntoView({ block: 'start' }))
    await expect(carousel(page).getByRole('heading', { level: 2 })).toBeInViewport({ ratio: 1 })
    const dots = await carousel(page).getByRole('button').last().boundingBox()
    const top = Number((await bar(page).boundingBox())?.y)
    expect(Number(dots?.y) + Number(dots?.height)).toBeLessThanOrEqual(top)
  })
}

/** Posts an empty form as a browser without script does. */
async function refuse(page: Page, { home, path }: Form) {
  await page.goto(home)
  const answer = page.waitForResponse((response) => response.request().method() === 'POST')
  const loaded = page.waitForEvent('load')
  await page.locator(`form[action^="${path}"]`).evaluate((form: HTMLFormElement) => form.submit())
  expect((await answer).status()).toBe(422)
  await loaded
}

/** The facts of a page, of which each has some, whose letters do not follow each other from left to right on a line. */
function outOfOrder(page: Page): Promise<string[]> {
  const { telephone, emergencyTelephone, email, privacyEmail, noticeVersion, address } = arabic.department
  return page.evaluate(
    (facts) => {
      const found: { fact: string; isInOrder: boolean }[] = []
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const text = texts.currentNode as Text
        if (!text.parentElement?.checkVisibility()) continue
        for (const fact of facts) {
          const start = text.data.indexOf(fact)
          if (start < 0) continue
          const letters = Array.from(fact, (_, at) => {
            const letter = document.createRange()
            letter.setStart(text, start + at)
            letter.setEnd(text, start + at + 1)
            return letter.getBoundingClientRect()
          })
          const lines = Map.groupBy(letters, ({ top }) => Math.round(top))
          const isInOrder = [...lines.values()].every((line) =>
            line.every(({ left }, at) => left >= (line[at - 1]?.left ?? left)),
          )
          found.push({ fact, isInOrder })
        }
      }
      if (found.length === 0) return ['there is none']
      return found.filter(({ isInOrder }) => !isInOrder).map(({ fact }) => fact)
    },
    [telephone.shown, emergencyTelephone, email, privacyEmail, noticeVersion, address],
  )
}
