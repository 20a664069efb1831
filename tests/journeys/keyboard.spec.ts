import { expect, type Page } from '@playwright/test'
import { appointment, status } from '../support/page/forms.ts'
import { bar, carousel, openHome } from '../support/page/home-page.ts'
import { test } from '../support/page/site.ts'

const SIZES = [
  { width: 1280, height: 800 },
  { width: 320, height: 568 },
]

/** The focused element, its ring, and whether something else or the bar covers it. */
function focusNow(page: Page) {
  return page.evaluate(() => {
    const focused = document.activeElement
    const bar = document.querySelector('#appointment')
    if (!focused || !bar || focused === document.body) return null
    const { left, top, width, height, bottom } = focused.getBoundingClientRect()
    const onTop = document.elementFromPoint(left + width / 2, top + height / 2)
    const isUnderBar = !bar.contains(focused) && bottom > bar.getBoundingClientRect().top + 1
    const style = getComputedStyle(focused)
    const label = focused.getAttribute('name') ?? focused.getAttribute('aria-label') ?? focused.textContent?.trim()
    return {
      name: label ?? '',
      covered: isUnderBar || (onTop !== null && !focused.contains(onTop) && !onTop.contains(focused)),
      ring: `${style.outlineStyle} ${style.outlineWidth} ${style.outlineOffset}`,
      radius: Number.parseFloat(style.borderStartEndRadius),
    }
  })
}

for (const size of SIZES) {
  test(`Tab reaches every control at ${size.width} px, both ways, each with a visible ring and none under the bar`, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    await openHome(page)
    const wanted = [
      '+91 00000 00000',
      ...['Play slides', 'Previous slide', 'Next slide'],
      ...['Play procedures', 'Previous procedures', 'Next procedures', 'Go to procedure 1 of 16'],
      ...['Privacy notice', ...(size.width >= 768 ? [...Object.keys(appointment.values), 'SEND'] : [])],
    ]
    for (const key of ['Tab', 'Shift+Tab']) {
      const reached: string[] = []
      for (let press = 0; press < 60; press++) {
        await page.keyboard.press(key)
        const focus = await focusNow(page)
        if (!focus) break
        reached.push(focus.name)
        expect.soft(focus.covered, `${key}: "${focus.name}" is covered`).toBe(false)
        // The bar has no room around its first line, whose gap is inside.
        const isSummary = focus.name.startsWith('Get a callback we call')
        expect.soft(focus.ring, `${key}: the ring of "${focus.name}"`).toBe(`solid 2px ${isSummary ? '-4px' : '2px'}`)
        expect.soft(focus.radius, `${key}: the radius of "${focus.name}"`).toBeGreaterThanOrEqual(6)
      }
      expect(reached).toEqual(expect.arrayContaining(wanted))
      if (key === 'Shift+Tab') reached.reverse()
      expect(reached.indexOf('Play slides')).toBeLessThan(reached.indexOf('Previous slide'))
      expect(reached.indexOf('Play procedures')).toBeLessThan(reached.indexOf('Previous procedures'))
    }
  })
}

test('Going through the bar by keyboard leaves the page where it is', async ({ page }) => {
  await openHome(page)
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await bar(page).getByLabel('Name').focus()
    for (let press = 0; press < 5; press++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(status(bar(page))).toHaveText('Please fill the form correctly.')
    expect(await page.evaluate(() => scrollY), `at ${width} px`).toBe(0)
  }
})

test('The dots are one stop of the Tab key; the arrow keys go from one to the next, and round', async ({ page }) => {
  await openHome(page)
  const dot = (number: number) => carousel(page).getByRole('button', { name: `Go to procedure ${number} of 16` })
  await dot(1).focus()
  for (const [key, number] of [
    ['ArrowRight', 2],
    ['ArrowLeft', 1],
    ['ArrowLeft', 16],
    ['ArrowRight', 1],
    ['ArrowRight', 2],
  ] as const) {
    await page.keyboard.press(key)
    await expect(dot(number)).toBeFocused()
    await expect(dot(number)).toHaveAttribute('aria-current', 'true')
  }
  await page.keyboard.press('Tab')
  await expect(carousel(page).locator(':focus')).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await expect(dot(2)).toBeFocused()
})
