import { expect, type Page } from '@playwright/test'
import { askEarlier } from '../../support/desk/call-states.ts'
import { test } from '../../support/desk/desk-test.ts'
import { ASHA, signIn } from '../../support/desk/people.ts'
import type { Desk } from '../../support/desk/running-desk.ts'

const CALLS = 30

/** Of thirty calls, as a coordinator reports them: most are not answered or end well; each sixth is to be made later. */
const OUTCOMES = ['No answer', 'Reached', 'Booked', 'Busy', 'Not interested', 'Call later'] as const
const KEYS: Record<(typeof OUTCOMES)[number], string[]> = {
  'No answer': ['4'],
  Reached: ['1'],
  Booked: ['2'],
  Busy: ['5'],
  'Not interested': ['3'],
  'Call later': ['7', 'Tab', 'Tab', 'Enter'],
}

const panel = (page: Page) => page.getByRole('region', { name: /^Call with / })

async function prepare(page: Page, desk: Desk) {
  for (let number = 10; number < 10 + CALLS; number++) {
    await askEarlier(desk, `Ravi Invented ${number}`, `00000000${number}`, 6 - number / 60)
  }
  await signIn(page, desk, ASHA)
  await page.goto('/')
  await expect(page).toHaveTitle(`(${CALLS}) Callback desk`)
}

/** Makes the calls. @returns how many calls of the API each takes; and prints it, with the keys or taps */
async function work(
  page: Page,
  kind: string,
  callOne: (outcome: (typeof OUTCOMES)[number], first: string) => Promise<number>,
) {
  let requests = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) requests++
  })
  let steps = 0
  const start = performance.now()
  for (let call = 0; call < CALLS; call++) {
    steps += await callOne(OUTCOMES[call % OUTCOMES.length] ?? 'Reached', `Ravi Invented ${10 + call}`)
    await expect(panel(page)).toHaveCount(0)
    await expect(page).toHaveTitle(call === CALLS - 1 ? 'Callback desk' : `(${CALLS - 1 - call}) Callback desk`)
  }
  const seconds = (performance.now() - start) / 1_000 / CALLS
  const each = { steps: steps / CALLS, requests: requests / CALLS }
  console.log(`${CALLS} calls, each: ${each.steps} ${kind}, ${each.requests} requests, ${seconds.toFixed(2)} s`)
  await expect(page.getByText(`Today: ${CALLS} calls, 5 booked`)).toBeVisible()
  return each
}

test('Thirty calls by keyboard take two keys each, and five where a call is to be made later', {
  tag: '@soak',
}, async ({ page, desk }) => {
  await prepare(page, desk)
  const { steps, requests } = await work(page, 'keys', async (outcome, name) => {
    await page.keyboard.press('c')
    await expect(panel(page).getByRole('link', { name })).toBeVisible()
    await expect(panel(page).locator('a[href^="tel:"]')).toBeFocused()
    for (const key of KEYS[outcome]) await page.keyboard.press(key)
    return 1 + KEYS[outcome].length
  })
  expect(steps).toBe((2 * 5 + 5) / 6)
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
    await prepare(page, desk)
    const { steps, requests } = await work(page, 'taps', async (outcome, name) => {
      await page.getByRole('button', { name: `Call ${name}` }).tap()
      await panel(page).getByRole('button', { name: outcome }).tap()
      if (outcome !== 'Call later') return 2
      await panel(page).getByRole('button', { name: 'Save' }).tap()
      return 3
    })
    expect(steps).toBe((2 * 5 + 3) / 6)
    expect(requests).toBeLessThan(8)
  })
})
