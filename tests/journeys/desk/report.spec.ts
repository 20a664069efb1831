import { expect, type Page } from '@playwright/test'
import { localDayText, startOfLocalDay } from '../../../src/callback-request/local-clock.ts'
import { rowsIn } from '../../support/desk/calls.ts'
import { test } from '../../support/desk/desk-test.ts'
import { type PastCallback, storePastCallbacks, ZONE } from '../../support/desk/past-callbacks.ts'
import { MEERA, signIn } from '../../support/desk/people.ts'

const DAY_MS = 24 * 60 * 60_000
const HOUR_MS = 60 * 60_000

/** A request of 9 am, for the slot of that day from ten to twelve. */
function past(day: string, callback: Partial<PastCallback>): PastCallback {
  const start = startOfLocalDay(day, ZONE)?.getTime() ?? 0
  return {
    receivedAt: new Date(start + 9 * HOUR_MS),
    slot: '10:00am-12:00pm',
    calledAfter: 20,
    status: 'reached',
    service: 'Rhinoplasty',
    campaign: null,
    ...callback,
  }
}

const times = (count: number, callback: PastCallback) => Array.from({ length: count }, () => callback)
const daysAgo = (days: number) => localDayText(new Date(Date.now() - days * DAY_MS), ZONE)
const barsOf = (page: Page, name: string) => page.getByRole('figure', { name }).locator('rect')
const answer = (page: Page, question: string) => page.locator('dl > div').filter({ hasText: question })

/** Opens the table of every figure. */
async function showFigures(page: Page) {
  for (const summary of await page.getByText('Show figures').all()) await summary.click()
}

/** 17 November 2026 is a Tuesday. */
const [TUESDAY, WEDNESDAY] = ['2026-11-17', '2026-11-18']
const OTHER_SLOT = { slot: 'Anytime', service: 'Brow Lift', calledAfter: 60, status: 'wrong_number' } as const

/** Source of the names and of what is counted: desk, section 8. */
test('The report shows each number as a plot and as a table, answers questions, and stays as it was read', async ({
  page,
  desk,
}) => {
  await storePastCallbacks(desk.database, [
    ...times(6, past(TUESDAY, { campaign: 'autumn', status: 'booked' })),
    ...times(4, past(TUESDAY, { campaign: 'autumn', calledAfter: 190 })),
    ...times(8, past(WEDNESDAY, { campaign: 'letter', service: 'Liposuction', calledAfter: 0 })),
    ...times(3, past(WEDNESDAY, { campaign: 'rare', service: null, calledAfter: null, status: 'new' })),
    ...times(2, past(WEDNESDAY, { campaign: 'rarer', ...OTHER_SLOT })),
    past(WEDNESDAY, { status: 'spam' }),
  ])
  const connected = page.waitForResponse('**/api/events')
  await signIn(page, desk, MEERA, '/report?from=2026-11-17&to=2026-11-18')
  await connected
  await expect(page).toHaveTitle('(3) Report – Callback desk')
  await expect(page.getByRole('navigation', { name: 'Desk' }).getByRole('link')).toHaveCount(7)
  await expect(page.getByText('17 Nov 2026 – 18 Nov 2026, 2 days')).toBeVisible()

  await expect(page.getByRole('table')).toHaveCount(0)
  await showFigures(page)
  await expect(rowsIn(page, 'requests per day')).toHaveText(['17 Nov 261013' + '23'])
  await expect(rowsIn(page, 'called within the chosen slot')).toHaveText([
    'All162370%',
    'By slot',
    'Anytime22too few',
    '10:00am-12:00pm142167%',
    'By weekday',
    'Monday00–',
    'Tuesday61060%',
    'Wednesday101377%',
    'Thursday00–',
    'Friday00–',
    'Saturday00–',
    'Sunday00–',
  ])
  await expect(rowsIn(page, 'time to first call')).toHaveText([
    'Median20 min20',
    '90th percentile3 h 10 min190',
    'Not called yet3 callbacks–',
  ])
  await expect(rowsIn(page, 'outcomes')).toHaveText([
    'Reached12',
    'Booked6',
    'Not interested0',
    'Wrong number2',
    'Do not call0',
    'Unreachable0',
    'Still open3',
  ])
  await expect(rowsIn(page, 'by service')).toHaveText(['Rhinoplasty10', 'Liposuction8', 'Others (fewer than 5 each)5'])
  const campaigns = ['autumn61060%', 'letter080%', 'Others (fewer than 5 each)050%']
  await expect(rowsIn(page, 'by campaign')).toHaveText(campaigns)
  for (const name of await page.getByRole('heading', { level: 2 }).allTextContents()) {
    await expect(barsOf(page, name).first()).toBeVisible()
  }

  await expect(answer(page, 'Called when they asked to be')).toContainText('70%16 of 23')
  await expect(answer(page, 'Weekday least often in time')).toContainText('Tuesday6 of 10')
  await expect(answer(page, 'Slot least often in time')).toContainText('10:00am-12:00pm14 of 21')
  await expect(answer(page, 'Campaign most often booked')).toContainText('autumn6 of 10 callbacks booked, 60%')
  await expect(answer(page, 'Spam')).toContainText('1')

  await page.getByRole('link', { name: 'The 7 who were not' }).click()
  await expect(page.getByRole('heading', { name: 'Not called within the chosen slot', level: 2 }).first()).toBeFocused()
  const missed = page.getByRole('table', { name: 'Not called within the chosen slot' }).first().getByRole('row')
  await expect(missed).toHaveCount(1 + 7)
  await expect(missed.filter({ hasText: 'Not called yet' })).toHaveCount(3)
  await expect(missed.filter({ hasText: '17 Nov 2026, 1:10 pm, Busy' })).toHaveCount(4)
  // Both are counted again, also without other days.
  const read = desk.database.selectFrom('audit_events').select('id').where('kind', '=', 'report-read')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect.poll(() => read.execute()).toHaveLength(4)
  await expect(missed).toHaveCount(1 + 7)
  await page.goBack()
  await expect(missed).toHaveCount(0)

  const { width = 0 } = (await barsOf(page, 'by campaign').first().boundingBox()) ?? {}
  const { width: whole = 0 } = (await page.getByRole('figure', { name: 'by campaign' }).boundingBox()) ?? {}
  expect(width / whole).toBeCloseTo(0.6, 1)
  // The parts of a bar are told apart without the page's colours.
  await page.emulateMedia({ forcedColors: 'active' })
  const color = await page.evaluate(() => getComputedStyle(document.documentElement).color)
  await expect(barsOf(page, 'by campaign').nth(0)).toHaveCSS('fill', color)
  await expect(barsOf(page, 'by campaign').nth(1)).not.toHaveCSS('fill', color)

  // Each reading is recorded, so that what changes in the worklist causes none.
  const fetchedAgain = page.waitForResponse('**/api/deliveries*')
  await desk.receive()
  await fetchedAgain
  expect(await read.execute()).toHaveLength(4)

  // On paper the tables are shown, and what cannot be pressed there is not. A4 between the margins.
  await page.goto('/report?from=2026-01-01&to=2026-12-31')
  await expect(barsOf(page, 'requests per day')).toHaveCount(365)
  await page.setViewportSize({ width: 688, height: 1017 })
  await page.emulateMedia({ media: 'print' })
  await expect(rowsIn(page, 'requests per day')).toHaveCount(53)
  for (const control of await page.getByRole('button').or(page.getByRole('link')).or(page.getByRole('textbox')).all()) {
    await expect(control).toBeHidden()
  }
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(688)
})

test('The days are chosen in the form, by links and in the address, and refused in plain words', async ({
  page,
  desk,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/report')) asked.push(request.url())
  })
  const [from, to] = [page.getByLabel('From'), page.getByLabel('To', { exact: true })]
  await signIn(page, desk, MEERA, '/report')
  await expect(from).toHaveValue(daysAgo(29))
  await expect(to).toHaveValue(daysAgo(0))
  await expect(page.getByRole('link', { name: 'Last 30 days' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText('No callbacks were opened in these days.')).toHaveCount(3)
  await showFigures(page)
  await expect(rowsIn(page, 'by service')).toHaveText(['None–'])
  // Two letters are shown of each weekday, and screen readers say the whole.
  await expect(page.getByRole('columnheader', { name: 'Sunday' })).toHaveText('Su')

  await from.fill('2026-11-02')
  await to.fill('2026-11-01')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText('The last day is before the first')).toBeVisible()
  await expect(to).toBeFocused()
  expect(asked).toHaveLength(1)
  await from.fill('2026-11-01')
  await from.press('Enter')
  await expect(page).toHaveURL('/report?from=2026-11-01&to=2026-11-01')
  await expect(page.getByRole('status').filter({ hasText: '1 Nov 2026, one day' })).toBeVisible()

  await from.fill('')
  await from.press('Enter')
  await expect(page.getByText('Please enter a day')).toBeVisible()
  await page.getByRole('link', { name: 'Last 365 days' }).click()
  await expect(page.getByText('Please enter a day')).toBeHidden()
  await expect(page.getByText(/, 365 days$/)).toBeVisible()
  await expect(to).toHaveValue(daysAgo(0))
  await page.goBack()
  await expect(from).toHaveValue('2026-11-01')
  await page.goto('/report?from=nonsense')
  await expect(page.getByText('Please enter a day')).toBeVisible()
  await expect(from).toHaveValue('')

  await page.route('**/api/report?*', (route) => route.fulfill({ status: 503 }))
  await page.getByRole('link', { name: 'Yesterday' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'not available at the moment' })).toBeVisible()
  await page.route('**/api/report?*', (route) => route.continue())
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/, one day$/)).toBeVisible()
  await expect(from).toHaveValue(daysAgo(1))
  await expect(to).toHaveValue(daysAgo(1))
})
