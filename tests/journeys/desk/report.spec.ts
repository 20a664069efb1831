import { expect, type Page } from '@playwright/test'
import { localDayText, startOfLocalDay } from '../../../src/callback-request/local-clock.ts'
import { test } from '../../support/desk/desk-test.ts'
import { type PastCallback, storePastCallbacks, ZONE } from '../../support/desk/past-callbacks.ts'
import { MEERA, signIn } from '../../support/desk/people.ts'

const DAY_MS = 24 * 60 * 60_000
const HOUR_MS = 60 * 60_000

/** Source: desk, section 8. */
const NAMES = [
  'requests per day',
  'called within the chosen slot',
  'time to first call',
  'outcomes',
  'by service',
  'by campaign',
]

const LONG_CAMPAIGN = `autumn ${'letter-to-everybody-'.repeat(5)}`.slice(0, 100)

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
const table = (page: Page, name: string) => page.getByRole('table', { name })
/** Opens the table of every figure. */
async function showFigures(page: Page) {
  for (const summary of await page.getByText('Show figures').all()) await summary.click()
}
const rowsOf = (page: Page, name: string) => table(page, name).locator('tbody').getByRole('row')
const barsOf = (page: Page, name: string) => page.getByRole('figure', { name }).locator('rect')
const answer = (page: Page, question: string) => page.locator('dl > div').filter({ hasText: question })

/** Two days: 17 November 2026 is a Tuesday. */
const TWO_DAYS = [
  ...times(6, past('2026-11-17', { campaign: 'autumn', status: 'booked' })),
  ...times(4, past('2026-11-17', { campaign: 'autumn', calledAfter: 190 })),
  ...times(8, past('2026-11-18', { campaign: LONG_CAMPAIGN, service: 'Liposuction', calledAfter: 0 })),
  ...times(3, past('2026-11-18', { campaign: 'rare', service: null, calledAfter: null, status: 'new' })),
  ...times(
    2,
    past('2026-11-18', {
      campaign: 'rarer',
      slot: 'Anytime',
      service: 'Brow Lift',
      calledAfter: 60,
      status: 'wrong_number',
    }),
  ),
  past('2026-11-18', { status: 'spam' }),
]

test('The report shows each number as a plot and as a table, and answers a manager’s questions', async ({
  page,
  desk,
}) => {
  await storePastCallbacks(desk.database, TWO_DAYS)
  await signIn(page, desk, MEERA)
  await page.goto('/report?from=2026-11-17&to=2026-11-18')
  await expect(page).toHaveTitle('Report – Callback desk')
  await expect(page.getByRole('navigation', { name: 'Desk' }).getByRole('link')).toHaveText([
    'Worklist',
    'Find',
    'Spam',
    'Deliveries',
    'Report',
    'Audit',
    'Staff',
  ])
  await expect(page.getByText('17 Nov 2026 – 18 Nov 2026, 2 days')).toBeVisible()

  await expect(page.getByRole('table')).toHaveCount(0)
  await showFigures(page)
  for (const name of NAMES) {
    await expect(page.getByRole('figure', { name })).toHaveCount(1)
    await expect(table(page, name)).toHaveCount(1)
    await expect(barsOf(page, name).first()).toBeVisible()
  }
  await expect(rowsOf(page, 'requests per day')).toHaveText(['17 Nov 261013' + '23'])
  await expect(rowsOf(page, 'called within the chosen slot')).toHaveText([
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
  await expect(rowsOf(page, 'time to first call')).toHaveText([
    'Median20 min20',
    '90th percentile3 h 10 min190',
    'Not called yet3 callbacks–',
  ])
  await expect(rowsOf(page, 'outcomes')).toHaveText([
    'Reached12',
    'Booked6',
    'Not interested0',
    'Wrong number2',
    'Unreachable0',
    'Still open3',
  ])
  await expect(rowsOf(page, 'by service')).toHaveText(['Rhinoplasty10', 'Liposuction8', 'Others (fewer than 5 each)5'])
  await expect(rowsOf(page, 'by campaign')).toHaveText([
    'autumn61060%',
    `${LONG_CAMPAIGN}080%`,
    'Others (fewer than 5 each)050%',
  ])

  await expect(answer(page, 'Called when they asked to be')).toContainText('70%16 of 23')
  await expect(answer(page, 'Weekday least often in time')).toContainText('Tuesday6 of 10')
  await expect(answer(page, 'Slot least often in time')).toContainText('10:00am-12:00pm14 of 21')
  await expect(answer(page, 'Campaign most often booked')).toContainText('autumn6 of 10 callbacks booked, 60%')
  await expect(answer(page, 'Spam')).toContainText('1')

  const { width = 0 } = (await barsOf(page, 'by campaign').first().boundingBox()) ?? {}
  const { width: whole = 0 } = (await page.getByRole('figure', { name: 'by campaign' }).boundingBox()) ?? {}
  expect(width / whole).toBeCloseTo(0.6, 1)

  // The parts of a bar are told apart without the page's colours.
  await page.emulateMedia({ forcedColors: 'active' })
  const color = await page.evaluate(() => getComputedStyle(document.documentElement).color)
  await expect(barsOf(page, 'by campaign').nth(0)).toHaveCSS('fill', color)
  await expect(barsOf(page, 'by campaign').nth(1)).toHaveCSS('stroke', color)
  await expect(barsOf(page, 'by campaign').nth(1)).not.toHaveCSS('fill', color)
})

test('The days are chosen in the form, by links and in the address, and refused in plain words', async ({
  page,
  desk,
}) => {
  await signIn(page, desk, MEERA)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/report')) asked.push(request.url())
  })
  await page.goto('/report')
  await expect(page.getByLabel('From')).toHaveValue(daysAgo(29))
  await expect(page.getByLabel('To', { exact: true })).toHaveValue(daysAgo(0))
  await expect(page.getByRole('link', { name: 'Last 30 days' })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByText('No callbacks were opened in these days.')).toHaveCount(3)
  await showFigures(page)
  await expect(page.getByRole('table')).toHaveCount(NAMES.length)
  await expect(rowsOf(page, 'by service')).toHaveText(['None–'])
  // Two letters are shown of each weekday, and screen readers say the whole.
  const columns = table(page, 'requests per day').getByRole('columnheader')
  await expect(columns).toHaveText(['From', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su', 'Sum'])
  await expect(columns.nth(7)).toHaveAccessibleName('Sunday')

  await page.getByLabel('From').fill('2026-11-02')
  await page.getByLabel('To', { exact: true }).fill('2026-11-01')
  expect(asked).toHaveLength(1)
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText('The last day is before the first')).toBeVisible()
  await expect(page.getByLabel('To', { exact: true })).toBeFocused()
  await expect(page.getByLabel('To', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  expect(asked).toHaveLength(1)
  await page.getByLabel('To', { exact: true }).fill('2026-11-01')
  await page.getByLabel('From').fill('')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please enter a day')).toBeVisible()
  await expect(page.getByLabel('From')).toBeFocused()
  await page.getByLabel('From').fill('2026-11-01')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/report?from=2026-11-01&to=2026-11-01')
  await expect(page.getByRole('status').filter({ hasText: '1 Nov 2026, one day' })).toBeVisible()

  await page.getByLabel('From').fill('')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Last 12 months' }).click()
  await expect(page.getByText('Please enter a day')).toBeHidden()
  await expect(page.getByText(/, 36[56] days$/)).toBeVisible()
  await expect(page.getByLabel('To', { exact: true })).toHaveValue(daysAgo(0))
  await page.goBack()
  await expect(page.getByLabel('From')).toHaveValue('2026-11-01')
  // When its stream of events connects, the page asks again by itself: that must not be in the middle of what follows.
  const connected = page.waitForResponse('**/api/events')
  await page.goto('/report?from=nonsense')
  await connected
  await expect(page.getByText('Please enter a day')).toBeVisible()
  await expect(page.getByLabel('From')).toHaveValue('')

  await page.route('**/api/report?*', (route) => route.fulfill({ status: 503 }))
  await page.getByRole('link', { name: 'Last 7 days' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'not available at the moment' })).toBeVisible()
  await page.route('**/api/report?*', (route) => route.continue())
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/, 7 days$/)).toBeVisible()
})

test('A report stays as it was read while the worklist changes, and is recorded once', async ({ page, desk }) => {
  await signIn(page, desk, MEERA)
  const connected = page.waitForResponse('**/api/events')
  await page.goto('/report?from=2026-11-17&to=2026-11-18')
  await connected
  await expect(page.getByRole('figure', { name: 'outcomes' })).toBeVisible()
  const fetchedAgain = page.waitForResponse('**/api/deliveries*')
  await storePastCallbacks(desk.database, TWO_DAYS)
  await fetchedAgain
  const read = () => desk.database.selectFrom('audit_events').select('id').where('kind', '=', 'report-read').execute()
  expect(await read()).toHaveLength(1)
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('figure', { name: 'by service' })).toContainText('Liposuction')
  expect(await read()).toHaveLength(2)
})

test('A year fits the paper', async ({ page, desk }) => {
  const year = Array.from({ length: 366 }, (_, ago) =>
    times(1 + (ago % 3), past(daysAgo(ago), { campaign: ago % 2 ? LONG_CAMPAIGN : `letter ${ago % 8}` })),
  )
  await storePastCallbacks(desk.database, year.flat())
  await signIn(page, desk, MEERA)
  // 365 days are in 53 weeks, whatever day it is.
  await page.goto(`/report?from=${daysAgo(364)}&to=${daysAgo(0)}`)
  await expect(barsOf(page, 'requests per day')).toHaveCount(365)
  await expect(page.getByRole('table')).toHaveCount(0)
  const pdf = await page.pdf({ format: 'A4' })
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeLessThanOrEqual(6)
  await expect(page.getByRole('table')).toHaveCount(0)

  // A4 between the margins.
  await page.setViewportSize({ width: 688, height: 1017 })
  await page.emulateMedia({ media: 'print' })
  await expect(rowsOf(page, 'requests per day')).toHaveCount(53)
  await expect(page.getByText('Department of Plastic Surgery').last()).toBeVisible()
  for (const control of await page.getByRole('button').or(page.getByRole('link')).or(page.getByRole('textbox')).all()) {
    await expect(control).toBeHidden()
  }
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(688)
})
