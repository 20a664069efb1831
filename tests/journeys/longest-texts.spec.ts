import { expect, type Page } from '@playwright/test'
import { checkSchema } from '../../src/content/checks/schema-mistakes.ts'
import { filledLengthMistakes } from '../../src/content/checks/texts.ts'
import { LanguageFile } from '../../src/content/schema.ts'
import { bar, carousel, hero, mostLines, openHome, slidesOf, triggerModal } from '../support/page/home-page.ts'
import { longestContent, SCRIPTS } from '../support/page/longest-texts.ts'
import { misfits } from '../support/page/misfits.ts'
import { servePages } from '../support/page/serve-pages.ts'
import { test } from '../support/page/site.ts'

/** Windows, how much of their height the closed bar may take, in percent, and how high the banner may be, in rem. */
const WINDOWS = [
  { width: 320, height: 844, bar: 10, banner: 24.5 },
  { width: 768, height: 1024, bar: 26, banner: 24 },
  { width: 1024, height: 768, bar: 26, banner: 24 },
  { width: 1280, height: 800, bar: 17, banner: 24 },
]

for (const script of SCRIPTS) {
  test(`The content’s own checks allow the texts that fill their places: ${script}`, () => {
    const { facts, texts } = longestContent(script)
    const filled = { ...facts, privacyNotice: texts.privacy.heading, home: texts.notFound.home }
    expect(checkSchema('longest.json', LanguageFile, texts).mistakes).toEqual([])
    expect(filledLengthMistakes(texts, filled, 'longest.json')).toEqual([])
  })

  for (const { bar: mostPerCent, banner, ...size } of WINDOWS) {
    // Other scripts and windows are for `npm run soak`.
    const tag = script === SCRIPTS[0] && [320, 1280].includes(size.width) ? [] : ['@soak']
    test(`At ${size.width} px everything fits when every text is as long as it may be: ${script}`, { tag }, async ({
      page,
    }) => {
      const content = longestContent(script)
      await page.setViewportSize(size)
      await servePages(page, content)

      await openHome(page, content.path)
      await page.evaluate(() => document.fonts.ready)
      expect(await heightOf(page, '#appointment'), 'height of the bar').toBeLessThanOrEqual(
        (size.height * mostPerCent) / 100,
      )
      for (const slide of await slidesOf(hero(page)).all()) {
        expect((await slide.boundingBox())?.height, 'height of a slide').toBeLessThanOrEqual(banner * 16)
        await expectFits(page, 'a slide')
        await hero(page).locator('[data-root] button').last().click()
      }
      expect(await mostLines(page, '#carousel-demo h3'), 'lines of a card’s name').toBe(1)
      expect([1, 2, 3], 'lines of its description').toContain(await mostLines(page, '#carousel-demo h3 + p'))
      if (size.width === 1280) await expectDotsAboveBar(page)

      const summary = bar(page).locator('summary')
      if (await summary.isVisible()) await summary.click()
      await expectFits(page, 'the open bar')
      await bar(page).locator('[type=submit]').click()
      await expectFits(page, 'the bar with its messages')
      await triggerModal(page)
      await expectFits(page, 'the modal')
      await page.locator('#contact [type=submit]').click()
      await expectFits(page, 'the modal with its messages')
      for (const address of ['thank-you', 'privacy', 'no-such-page']) {
        await page.goto(`${content.path}${address}`)
        await expectFits(page, address)
      }
    })
  }
}

async function expectFits(page: Page, state: string) {
  expect.soft(await misfits(page), state).toEqual([])
}

/** The carousel fits between the top of the window and the bar. */
async function expectDotsAboveBar(page: Page) {
  await carousel(page).evaluate((section) => section.scrollIntoView({ block: 'start' }))
  const dots = await carousel(page).getByRole('button').last().boundingBox()
  const box = await bar(page).boundingBox()
  expect(Number(dots?.y) + Number(dots?.height)).toBeLessThanOrEqual(Number(box?.y))
}

const heightOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().height)
