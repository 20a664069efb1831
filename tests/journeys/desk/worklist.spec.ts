import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, type Request } from '@playwright/test'
import { askEarlier } from '../../support/desk/call-states.ts'
import { test } from '../../support/desk/desk-test.ts'
import { ASHA, MEERA, signIn } from '../../support/desk/people.ts'
import type { Desk } from '../../support/desk/running-desk.ts'
import { openWithStoppedClock } from '../../support/desk/stopped-clock.ts'
import { postAppointment } from '../../support/post-appointment.ts'

// More than 300 lines: the journeys share the same few helpers, and each is read by itself.

const HOUR_MS = 60 * 60_000

/** Asks for a call at any time, which is due at once. */
async function ask(desk: Desk, fullname: string, phone: string) {
  const anytime = { time_slot: 'Anytime', start_time: null, end_time: null }
  const answer = await postAppointment(desk.site, { fullname, phone, ...(anytime as object) })
  expect(answer.status).toBe(201)
}

const due = (page: Page) => page.getByRole('table', { name: 'Due now' })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const panelOf = (page: Page, name: string) => page.getByRole('region', { name: `Call with ${name}` })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('A request appears within two seconds and is announced, and the row under the pointer stays', async ({
  page,
  desk,
}) => {
  await askEarlier(desk, 'Ravi Invented', '0000000001', 1)
  await signIn(page, desk, ASHA)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Callbacks')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Overdue', 'Due now', 'Later today', 'Coming days'])
  await expect(page.getByText('Nobody is overdue.')).toBeVisible()
  await expect(rowOf(page, 'Ravi Invented')).toContainText('22 hours left')
  await expect(page).toHaveTitle('(1) Callback desk')

  await rowOf(page, 'Ravi Invented').hover()
  const first = await rowOf(page, 'Ravi Invented').boundingBox()
  await ask(desk, 'Devika Invented', '0000000002')
  await expect(rowOf(page, 'Devika Invented')).toBeVisible({ timeout: 2_000 })
  await expect(page.getByRole('status').filter({ hasText: 'Devika Invented asked for a call.' })).toBeVisible()
  expect(await rowOf(page, 'Ravi Invented').boundingBox()).toEqual(first)
  await expect(page).toHaveTitle('(2) Callback desk')
  await expect(page.getByRole('heading', { level: 1 })).not.toBeFocused()

  await rowOf(page, 'Devika Invented').hover()
  const before = await rowOf(page, 'Devika Invented').boundingBox()
  await askEarlier(desk, 'Kiran Invented', '0000000003', 30)
  await expect(page).toHaveTitle('(3) Callback desk')
  expect(await rowOf(page, 'Devika Invented').boundingBox()).toEqual(before)
  await expect(page.getByRole('table', { name: 'Overdue' })).toHaveCount(0)
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(page.getByRole('table', { name: 'Overdue' })).toContainText('6 hours overdue')
  await page.getByLabel('Service').selectOption('Liposuction')
  await expect(page).toHaveURL('/?service=Liposuction')
  await expect(page.getByText('Nobody is due now.')).toBeVisible()
  await expect(page).toHaveTitle('Callback desk')
})

test('A call is held against a colleague, saved with a note, and undone', async ({ page, desk, anotherPage }) => {
  await askEarlier(desk, 'Ravi Invented', '+91 00000-00001', 3)
  await askEarlier(desk, 'Devika Invented', '0000000002', 2)
  await signIn(page, desk, ASHA)
  const meeras = await anotherPage()
  await signIn(meeras, desk, MEERA)
  await page.goto('/')
  await meeras.goto('/')
  await expect(rowOf(page, 'Devika Invented')).toBeVisible() // the next to be called
  await press(page, 'Call Ravi Invented')
  const panel = panelOf(page, 'Ravi Invented')
  await expect(panel.locator('a[href^="tel:"]')).toHaveAttribute('href', 'tel:+910000000001')
  await expect(panel.locator('a[href^="tel:"]')).toBeFocused()
  await expect(rowOf(meeras, 'Ravi Invented')).toContainText(/Held by Asha Invented until \d+:\d\d [ap]m/)
  await press(meeras, 'Call Ravi Invented')
  await expect(meeras.getByRole('alert').filter({ hasText: /Asha Invented holds this callback until/ })).toBeVisible()

  await page.getByLabel('Note').fill('Ask for the ward.')
  const keys: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/outcomes')) keys.push(request.headers()['idempotency-key'] ?? '')
  })
  await page.route('**/outcomes', (route) => route.fulfill({ status: 503 }))
  await press(page, 'No answer')
  await expect(page.getByRole('alert').filter({ hasText: 'not available at the moment' })).toBeVisible()
  await expect(page.getByLabel('Note')).toHaveValue('Ask for the ward.')
  await page.route('**/outcomes', (route) => route.continue())
  await press(page, 'No answer')
  await expect(
    page.getByRole('status').filter({ hasText: /^Saved for .*: No answer\. Comes back (today|tomorrow), / }),
  ).toBeVisible()
  expect(keys[0]).toMatch(/^[\da-f]{32}$/)
  expect(keys).toEqual([keys[0], keys[0]])
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 3, name: 'Devika Invented' })).toBeFocused()
  await expect(rowOf(page, 'Ravi Invented')).toContainText('tried once')

  await press(page, 'Undo')
  await expect(panel).toBeVisible()
  await expect(page.getByLabel('Note')).toHaveValue('') // it is saved already
  await expect(due(page).getByRole('row').nth(1)).toContainText('Ravi Invented')
  await page.getByRole('button', { name: 'Call later' }).click()
  const later = page.getByRole('group', { name: 'Call later' })
  await later.getByLabel('Day').fill('2020-01-01')
  await later.getByRole('button', { name: 'Save' }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Please choose a time with at least 15 minutes' }),
  ).toBeVisible()
  const day = new Date(Date.now() + 40 * 24 * HOUR_MS).toISOString().slice(0, 10)
  await later.getByLabel('Day').fill(day)
  await later.getByLabel('Slot').selectOption('10:00am-12:00pm')
  await later.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Saved for .*: Call later\. Comes back \d+ \w+, 10:00 am\./)).toBeVisible()

  await press(page, 'Call Ravi Invented')
  const early = page.getByRole('alertdialog', { name: 'Call before the chosen time?' })
  await early.getByRole('button', { name: 'Wait' }).click()
  await expect(page.getByRole('button', { name: 'Call Ravi Invented' })).toBeFocused()
  await press(page, 'Call Ravi Invented')
  await early.getByRole('button', { name: 'Call now' }).click()
  await expect(panel.locator('a[href^="tel:"]')).toBeFocused()
  await press(page, 'Stop calling')
  await expect(rowOf(meeras, 'Ravi Invented')).toContainText('Call later')
})

test('The panel says until when a call is held and holds it again; Undo goes away after ten minutes', async ({
  page,
  desk,
  anotherPage,
}) => {
  await askEarlier(desk, 'Ravi Invented', '0000000001', 3)
  await signIn(page, desk, ASHA)
  const meeras = await anotherPage()
  await signIn(meeras, desk, MEERA)
  await page.clock.install()
  let ahead = 0
  const pass = async (minutes: number) => {
    ahead += minutes
    await desk.setClockAhead(ahead * 60_000)
    await page.clock.fastForward(minutes * 60_000)
  }
  await page.goto('/')
  await press(page, 'Call Ravi Invented')
  const panel = panelOf(page, 'Ravi Invented')
  const hold = panel.getByRole('status').filter({ hasText: 'until' })
  await expect(hold).toHaveText(/^Held by you until \d+:\d\d [ap]m$/)
  await expect(panel.getByRole('button', { name: /^Hold/ })).toHaveCount(0)
  const first = await hold.textContent()
  await page.getByLabel('Note').fill('Ask for the ward.')
  await press(page, 'Call later')
  await page.getByLabel('Slot').selectOption('10:00am-12:00pm')

  await pass(13)
  await expect(hold).toHaveText(/^Held by you until \d+:\d\d [ap]m: 1 minute left$/)
  await press(page, 'Hold longer')
  await expect(hold).toHaveText(/^Held by you until \d+:\d\d [ap]m$/)
  await expect(hold).not.toHaveText(first ?? '')
  await pass(16)
  await expect(hold).toHaveText(/^You held this callback until \d+:\d\d [ap]m\. Others can call now\.$/)
  await meeras.goto('/')
  await press(meeras, 'Call Ravi Invented')
  await expect(panelOf(meeras, 'Ravi Invented')).toBeVisible()
  await press(page, 'Hold again')
  await expect(page.getByRole('alert').filter({ hasText: 'Meera Invented holds this callback until' })).toBeVisible()
  await press(meeras, 'Stop calling')
  await expect(meeras.getByRole('region')).toHaveCount(4)
  await press(page, 'Hold again')
  await expect(hold).toHaveText(/^Held by you until/)
  await expect(page.getByLabel('Note')).toHaveValue('Ask for the ward.')
  await expect(page.getByLabel('Slot')).toHaveValue('10:00am-12:00pm')

  await press(page, 'Reached')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await pass(9)
  await expect(page.getByText('Nobody is due now.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await pass(2)
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect(page.getByText(/^Saved for .*: Reached\./)).toBeVisible()
  await page.keyboard.press('u')
  await expect(page.getByText('Nobody is due now.')).toBeVisible()
})

test('Calling works by keyboard alone, and the keys can be switched off', async ({ page, desk }) => {
  await askEarlier(desk, 'Ravi Invented', '0000000001', 3)
  await askEarlier(desk, 'Devika Invented', '0000000002', 2)
  await signIn(page, desk, ASHA)
  await page.goto('/account')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('w')
  await expect(rowOf(page, 'Devika Invented')).toBeVisible()
  await page.keyboard.press('5')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(page.getByRole('heading', { level: 3, name: 'Devika Invented' })).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('c')
  await expect(panelOf(page, 'Ravi Invented').locator('a[href^="tel:"]')).toBeFocused()
  await page.keyboard.press('n')
  await page.keyboard.type('x5 in the note')
  await expect(page.getByLabel('Note')).toHaveValue('x5 in the note')
  await page.keyboard.press('Tab')
  await page.keyboard.press('1')
  await expect(page.getByText(/^Saved for .*: Reached\./)).toBeVisible()
  await expect(page.getByRole('heading', { level: 3, name: 'Devika Invented' })).toBeFocused()
  await page.keyboard.press('u')
  await expect(panelOf(page, 'Ravi Invented').locator('a[href^="tel:"]')).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByRole('heading', { level: 3, name: 'Ravi Invented' })).toBeFocused()

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.getByLabel('Use keyboard shortcuts').uncheck()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(rowOf(page, 'Devika Invented')).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('h3:focus')).toHaveCount(0)
})

test('A call that is stopped at once leads back to its row, which has just come, however late timers are', async ({
  page,
  desk,
}) => {
  await page.addInitScript(() => {
    const { setTimeout } = window
    const late = (handler: TimerHandler, ms = 0) => setTimeout(handler, ms + 100)
    window.setTimeout = late as typeof window.setTimeout
  })
  await askEarlier(desk, 'Ravi Invented', '0000000001', 3)
  await signIn(page, desk, ASHA)
  await page.goto('/')
  await press(page, 'Call Ravi Invented')
  await press(page, 'Reached')
  await expect(page.getByText('Nobody is due now.')).toBeVisible()

  const released = page.waitForRequest((request) => request.method() === 'DELETE')
  await page.route('/api/worklist?', (route) => released.then(() => route.continue()))
  await press(page, 'Undo')
  await expect(panelOf(page, 'Ravi Invented').locator('a[href^="tel:"]')).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByRole('heading', { level: 3, name: 'Ravi Invented' })).toBeFocused()
})

test('Pages of many rows follow each other, fit every window, and axe finds nothing wrong', async ({ page, desk }) => {
  for (let number = 0; number < 60; number++) {
    await askEarlier(desk, `Ravi Invented ${number}`, `00000000${String(number).padStart(2, '0')}`, 40 - number / 60)
  }
  await signIn(page, desk, MEERA)
  await page.goto('/')
  const overdue = page.getByRole('table', { name: 'Overdue' }).locator('tbody').getByRole('row')
  await expect(page).toHaveTitle('(60) Callback desk')
  await expect(overdue).toHaveCount(50)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(overdue).toHaveCount(60)
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Call Ravi Invented 0', exact: true }).click()
  await page.getByRole('button', { name: 'Call later' }).click()
  for (const width of [1280, 768, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByRole(width < 768 ? 'list' : 'table', { name: 'Overdue' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  }
})

test("The list is fetched again by itself when a row changes its bucket, by the server's clock", async ({
  page,
  desk,
}) => {
  await signIn(page, desk, ASHA)
  await page.route('/api/events', () => {})
  const inAnHour = Date.now() + HOUR_MS
  const times = { now: new Date(inAnHour).toISOString(), changes_at: new Date(inAnHour + 20_000).toISOString() }
  const asked: Request[] = []
  const counts = { overdue: 600, due: 400, today: 1_000, coming: 0 }
  await page.route('/api/worklist?', async (route) => {
    asked.push(route.request())
    const response = await route.fetch()
    await route.fulfill({ json: { ...(await response.json()), ...times, counts } })
  })
  await openWithStoppedClock('/', page.getByText('Nobody is due now.'))
  await expect(page).toHaveTitle('(999+) Callback desk')
  await page.clock.runFor(19_000)
  expect(asked).toHaveLength(1)
  await page.clock.runFor(1_100)
  await expect.poll(() => asked).toHaveLength(2)
  expect(await asked[1]?.headerValue('x-background')).toBe('true')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test.describe('On a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('a call is made by touch, with the number within reach of a thumb', async ({ page, desk }) => {
    await askEarlier(desk, 'Ravi Invented', '0000000001', 3)
    await askEarlier(desk, 'Devika Invented', '0000000002', 2)
    await signIn(page, desk, ASHA)
    await page.goto('/')
    const list = page.getByRole('list', { name: 'Due now' })
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await page.getByRole('button', { name: 'Call Ravi Invented' }).tap()
    const number = panelOf(page, 'Ravi Invented').locator('a[href^="tel:"]')
    await expect(number).toBeInViewport()
    // A thumb reaches the lower two thirds of the screen.
    expect((await number.boundingBox())?.y).toBeGreaterThan(844 / 3)
    for (const button of await panelOf(page, 'Ravi Invented').getByRole('button').all()) {
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
    await page.getByRole('button', { name: 'No answer' }).tap()
    await expect(page.getByText(/^Saved for .*: No answer\./)).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).tap()
    await page.getByRole('button', { name: 'Stop calling' }).tap()
    await expect(list).toContainText('Ravi Invented')
    await expect(panelOf(page, 'Ravi Invented')).toHaveCount(0)
  })
})
