import { expect, type Page } from '@playwright/test'
import { askEarlier } from '../../support/desk/calls.ts'
import { test } from '../../support/desk/desk-test.ts'
import { ASHA, signIn } from '../../support/desk/people.ts'
import type { Desk } from '../../support/desk/running-desk.ts'

const CALLS = 30

/** As a coordinator reports thirty calls: most are not answered or end well; each sixth is to be made later. */
const OUTCOMES = [
  { label: 'No answer', keys: ['4'] },
  { label: 'Reached', keys: ['1'] },
  { label: 'Booked', keys: ['2'] },
  { label: 'Busy', keys: ['5'] },
  { label: 'Not interested', keys: ['3'] },
  { label: 'Call later', keys: ['7', 'Tab', 'Tab', 'Enter'] },
]

const panel = (page: Page) => page.getByRole('region', { name: /^Call with / })

/** Makes the calls one after the other. @returns how many calls of the API each takes on average */
async function work(
  page: Page,
  desk: Desk,
  callOne: (name: string, outcome: (typeof OUTCOMES)[number]) => Promise<void>,
) {
  for (let call = 0; call < CALLS; call++) {
    await askEarlier(desk, `Ravi Invented ${10 + call}`, `00000000${10 + call}`, 6 - call / 60)
  }
  await signIn(page, desk, ASHA)
  await page.goto('/')
  await expect(page).toHaveTitle(`(${CALLS}) Callback desk`)
  let requests = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) requests++
  })
  for (let call = 0; call < CALLS; call++) {
    const outcome = OUTCOMES[call % OUTCOMES.length]
    if (outcome) await callOne(`Ravi Invented ${10 + call}`, outcome)
    await expect(panel(page)).toHaveCount(0)
    await expect(page).toHaveTitle(call === CALLS - 1 ? 'Callback desk' : `(${CALLS - 1 - call}) Callback desk`)
  }
  await expect(page.getByText(`Today: ${CALLS} calls, 5 booked`)).toBeVisible()
  console.log(`${CALLS} calls, ${requests / CALLS} requests each`)
  return requests / CALLS
}

test('Thirty calls by keyboard take two keys each, and five where a call is to be made later', {
  tag: '@soak',
}, async ({ page, desk }) => {
  const requests = await work(page, desk, async (name, { keys }) => {
    await page.keyboard.press('c')
    await expect(panel(page).getByRole('link', { name })).toBeVisible()
    await expect(panel(page).locator('a[href^="tel:"]')).toBeFocused()
    for (const key of keys) await page.keyboard.press(key)
  })
  expect(requests).toBeLessThan(8)
})

test.describe('On a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('Thirty calls by touch take two taps each, and three where a call is to be made later', {
    tag: '@soak',
  }, async ({ page, desk }) => {
    await page.addInitScript(() => {
      document.addEventListener('click', (event) => {
        if (event.target instanceof Element && event.target.closest('a[href^="tel:"]')) event.preventDefault()
      })
    })
    const requests = await work(page, desk, async (name, { label }) => {
      await page.getByRole('button', { name: `Call ${name}` }).tap()
      await panel(page).getByRole('button', { name: label }).tap()
      if (label === 'Call later') await panel(page).getByRole('button', { name: 'Save' }).tap()
    })
    expect(requests).toBeLessThan(8)
  })
})
