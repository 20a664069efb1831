import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { appointment, contact, press, status } from '../support/page/forms.ts'
import { carousel, hero, openHome, slidesOf } from '../support/page/home-page.ts'
import { test } from '../support/page/site.ts'

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

async function inError(page: Page, form: typeof contact) {
  await form.arrive(page)
  const slimBar = form.in(page).locator('summary')
  if (await slimBar.isVisible()) await slimBar.click()
  await press(page, form)
  await expect(status(form.in(page))).toHaveText('Please fill the form correctly.')
}

const STATES: [what: string, arrive: (page: Page) => Promise<unknown>][] = [
  ['home page', openHome],
  ['open modal', contact.arrive],
  ['appointment form in error', (page) => inError(page, appointment)],
  ['modal in error', (page) => inError(page, contact)],
  ['thank-you page', (page) => page.goto('/thank-you')],
  ['privacy page', (page) => page.goto('/privacy')],
  ['page that is not there', (page) => page.goto('/no-such-page')],
]

for (const [what, arrive] of STATES) {
  test(`axe finds nothing wrong with the ${what}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' }) // nothing is validated halfway through a fade
    await page.setViewportSize({ width: 390, height: 844 })
    await arrive(page)
    await expectNoViolations(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await expectNoViolations(page)
  })
}

async function expectNoViolations(page: Page) {
  const { violations } = await new AxeBuilder({ page }).withTags(STANDARDS).analyze()
  const found = violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ html }) => html) }))
  expect.soft(found, `at ${page.viewportSize()?.width} px`).toEqual([])
}

test('Hero and procedures are carousels of named slides, with their controls inside', async ({ home: page }) => {
  for (const [part, count, buttons] of [
    [hero(page), 3, ['Previous slide', 'Next slide']],
    [carousel(page), 16, ['Previous procedures', 'Next procedures']],
  ] as const) {
    await expect(part).toHaveAccessibleName(/\S/)
    await expect(slidesOf(part)).toHaveCount(count)
    for (const [at, slide] of (await slidesOf(part).all()).entries()) {
      await expect(slide).toHaveAttribute('aria-label', `${at + 1} of ${count}`)
    }
    for (const name of buttons) await expect(part.getByRole('button', { name, exact: true })).toBeVisible()
    await expect(part.getByRole('button', { name: /^Pause / })).toBeVisible()
  }
})

test('Every control can be reached by keyboard and shows that it has focus', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openHome(page)
  const reached = new Set<string>()
  for (let presses = 0; presses < 70; presses++) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      const name = element.getAttribute('name') ?? element.getAttribute('aria-label') ?? element.textContent
      return { name, isBody: element === document.body, outlined: outlineStyle !== 'none' && outlineWidth !== '0px' }
    })
    if (at.isBody) break
    expect.soft(at.outlined, `outline of ${at.name}`).toBe(true)
    reached.add(at.name)
  }
  const wanted = [
    'Next slide',
    'Next procedures',
    'Go to procedure 16 of 16',
    ...Object.keys(appointment.values),
    'SEND',
  ]
  expect(wanted.filter((name) => !reached.has(name))).toEqual([])
})
