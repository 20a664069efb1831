import { expect, type Page } from '@playwright/test'
import { answerCalls } from '../support/page/calls.ts'
import { appointment, contact, status } from '../support/page/forms.ts'
import { bar, carousel, expectModal, hero, modal, openHome, triggerModal } from '../support/page/home-page.ts'
import { test } from '../support/page/site.ts'

/** Where the page stands, and what of the focused element is covered by something else than itself or its own. */
function focusNow(page: Page) {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return { name: 'nothing', covered: false, outlined: true }
    const { left, top, width, height } = focused.getBoundingClientRect()
    const onTop = document.elementFromPoint(left + width / 2, top + height / 2)
    const style = getComputedStyle(focused)
    return {
      name: focused.getAttribute('aria-label') ?? focused.textContent?.trim() ?? '',
      covered: onTop !== null && !focused.contains(onTop) && !onTop.contains(focused),
      outlined: style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2,
    }
  })
}

for (const width of [390, 1280]) {
  test(`Tab reaches every control at ${width} px, each with a visible ring and none under the bar`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openHome(page)
    const reached: string[] = []
    for (let press = 0; press < 60; press++) {
      await page.keyboard.press('Tab')
      const { name, covered, outlined } = await focusNow(page)
      if (name === 'nothing') break
      reached.push(name)
      expect.soft(covered, `"${name}" is covered`).toBe(false)
      expect.soft(outlined, `"${name}" has a ring`).toBe(true)
    }
    const wanted = [
      '+91 00000 00000',
      'Play slides',
      'Previous slide',
      'Next slide',
      'Play procedures',
      'Next procedures',
    ]
    expect(reached).toEqual(expect.arrayContaining([...wanted, 'Go to procedure 16 of 16', 'Privacy notice']))
    expect(reached.indexOf('Play slides')).toBeLessThan(reached.indexOf('Previous slide'))
    expect(reached.indexOf('Play procedures')).toBeLessThan(reached.indexOf('Previous procedures'))
  })
}

for (const width of [768, 1280]) {
  test(`Going through the bar by keyboard leaves the page where it is at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await openHome(page)
    await bar(page).getByLabel('Name').focus()
    for (let press = 0; press < 5; press++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(status(bar(page))).toHaveText('Please fill the form correctly.')
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })
}

test('An appointment is asked for by keyboard alone', async ({ page }) => {
  const server = await answerCalls(page, appointment)
  await openHome(page)
  await bar(page).getByLabel('Name').focus()
  await page.keyboard.type('Asha Rao')
  await page.keyboard.press('Tab')
  await page.keyboard.type('9876543210')
  await page.keyboard.press('Tab')
  await page.keyboard.type('asha.rao@people.example')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Any')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Rhino')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(status(bar(page))).toHaveText('Thanks for your submission!')
  expect(JSON.parse(server.calls[0]?.body ?? '')).toMatchObject({ time_slot: 'Anytime', selected: 'Rhinoplasty' })
})

test('A contact request is sent by keyboard alone, the modal opened and the focus kept inside', async ({ page }) => {
  const server = await answerCalls(page, contact)
  await openHome(page)
  await page.getByRole('banner').getByRole('button', { name: 'Get a callback' }).focus()
  await page.keyboard.press('Enter')
  await expectModal(page, 'open')
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press('Tab')
    const outside = await page.evaluate(() => {
      const focused = document.activeElement
      return focused !== document.body && !document.querySelector('#contact')?.contains(focused)
    })
    expect(outside, 'focus on something behind the modal').toBe(false)
  }
  await modal(page).getByLabel('Name').focus()
  for (const text of ['Meera Iyer', '9123456780', 'meera.iyer@people.example', '02:00pm', 'Is it long?']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await page.waitForURL('**/thank-you')
  expect(server.calls[0]?.body).toContain('start_time=02%3A00pm')
})

test('Focus and scroll position come back when the modal closes', async ({ page }) => {
  await openHome(page)
  const opener = carousel(page).getByRole('button', { name: 'Next procedures' })
  await opener.focus()
  const before = await page.evaluate(() => scrollY)
  await triggerModal(page)
  await expect(modal(page).getByRole('heading', { name: 'Get A Callback' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(before)
})

test('Both carousels can be used by keyboard', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openHome(page)
  await hero(page).getByRole('button', { name: 'Next slide' }).focus()
  await page.keyboard.press('Enter')
  await expect(hero(page).getByRole('heading', { name: 'Abdominoplasty' })).toBeVisible()
  await carousel(page).getByRole('button', { name: 'Go to procedure 14 of 16' }).focus()
  await page.keyboard.press('Space')
  await expect(carousel(page).getByRole('heading', { name: 'Rhinoplasty' })).toBeInViewport()
})
