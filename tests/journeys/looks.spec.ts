import { expect, type Page } from '@playwright/test'
import { contents } from '../support/content.ts'
import { GALLERY, GALLERY_WIDTHS, languagePrefix, pictureOf } from '../support/page/gallery.ts'
import { test } from '../support/page/site.ts'
import { type State, statesIn, statesWithoutScriptIn } from '../support/page/states.ts'

const WIDTHS = [...GALLERY_WIDTHS, 2560]

interface Kind {
  language: string
  states: Record<string, State>
  javaScriptEnabled: boolean
}

const kinds: Kind[] = contents.flatMap((content) => [
  { language: content.code, states: statesIn(content), javaScriptEnabled: true },
  { language: content.code, states: statesWithoutScriptIn(content), javaScriptEnabled: false },
])

for (const { language, states, javaScriptEnabled } of kinds) {
  test.describe(`${language}, ${javaScriptEnabled ? 'with' : 'without'} script`, { tag: '@soak' }, () => {
    test.use({ javaScriptEnabled, viewport: sizeOf(320) })

    for (const [name, { title, arrive, scroll }] of Object.entries(states)) {
      test(`This state fits windows of every width, and is in the gallery: ${title} (${language})`, async ({
        page,
        site,
      }) => {
        await arrive(page, site)
        for (const width of WIDTHS) {
          await page.setViewportSize(sizeOf(width))
          await scroll?.(page)
          const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          expect.soft(sideways, `how far it scrolls sideways at ${width} px`).toBeLessThanOrEqual(0)
          if (!GALLERY_WIDTHS.includes(width)) continue
          await picturesReady(page)
          const path = `${GALLERY}/${pictureOf(languagePrefix(language) + name, width)}`
          await page.screenshot({ path, type: 'jpeg', quality: 80, animations: 'disabled' })
        }
      })
    }
  })
}

function sizeOf(width: number) {
  return { width, height: width < 768 ? 844 : width < 1280 ? 1024 : 900 }
}

/** Resolves when typeface and pictures in sight have arrived. */
function picturesReady(page: Page) {
  return page.evaluate(async () => {
    await document.fonts.ready
    const inSight = [...document.images].filter((image) => {
      const { left, right, top, bottom } = image.getBoundingClientRect()
      return image.checkVisibility() && right > 0 && left < innerWidth && bottom > 0 && top < innerHeight
    })
    await Promise.all(inSight.map((image) => image.decode().catch(() => {})))
  })
}

test('Every page still reads at 400 % zoom, without a sideways scroll', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  const paths = ['', 'thank-you', 'privacy', 'no-such-page', '#contact']
  for (const path of contents.flatMap(({ path: home }) => paths.map((path) => home + path))) {
    await page.goto(path)
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(sideways, path).toBeLessThanOrEqual(0)
  }
})
