import { readFile } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import type { CallbackDetails } from '../../../src/callback-request/stored-request.ts'
import { CallbackRequests } from '../../../src/server/storage/requests/callback-requests.ts'
import { test } from '../../support/desk/desk-test.ts'
import { ASHA, MEERA, signIn } from '../../support/desk/people.ts'
import type { Desk } from '../../support/desk/running-desk.ts'
import { DETAILS, SUBMISSION } from '../../support/samples.ts'

async function store(desk: Desk, changes: Partial<CallbackDetails>[], campaign: string | null = null) {
  const requests = new CallbackRequests(desk.database)
  const labels = campaign === null ? null : { source: null, medium: null, campaign, term: null, content: null }
  const stored = changes.map((change, number) =>
    requests.receive({ ...DETAILS, ...change } as CallbackDetails, {
      ...SUBMISSION,
      receivedAt: new Date(Date.now() - number * 60_000),
      campaign: labels,
    }),
  )
  return (await Promise.all(stored)).map((result) => (result.ok ? result.reference : ''))
}

const rowsIn = (page: Page) => page.getByRole('table', { name: 'Requests' }).locator('tbody').getByRole('row')
const box = (page: Page) => page.getByRole('searchbox', { name: 'Name, number, e-mail or reference' })

test('Somebody is found by name, number, address and reference, and no address of a call says whom', async ({
  page,
  desk,
}) => {
  const [reference = ''] = await store(desk, [
    { name: 'Zoë Invented', phone: '0000000001', email: 'zoe@visitor.example' },
    { name: 'Ravi Invented', phone: '0000000002', email: 'ravi@visitor.example' },
  ])
  await signIn(page, desk, ASHA)
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url(), request.headers().referer ?? ''))
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('/')
  await expect(box(page)).toBeFocused()
  await expect(page).toHaveTitle('Find – Callback desk')
  await expect(rowsIn(page)).toHaveCount(2)

  for (const text of ['zoe', '0000000001', 'ZOE@visitor.example', reference.toLowerCase().replace('-', '')]) {
    await box(page).fill(text)
    await expect(rowsIn(page), text).toHaveText([/Zoë Invented/])
  }
  await page.keyboard.type('xx')
  await expect(page.getByText('No request matches.')).toBeVisible()
  await box(page).fill('z')
  await expect(page.getByText('Please enter a word of at least two letters, or six digits')).toBeVisible()

  await box(page).fill('zoe inv')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/find#text=zoe+inv')
  await page.reload()
  await expect(box(page)).toHaveValue('zoe inv')
  await rowsIn(page).getByRole('link', { name: 'Zoë Invented' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Zoë Invented')
  await page.goBack()
  await expect(box(page)).toHaveValue('zoe inv')
  await expect(rowsIn(page)).toHaveCount(1)
  expect(addresses.join(' ')).not.toMatch(/zoe|inv\b|0000000001/i)
})

test('Filters are in the address, pages follow each other, and unknown filters are said', async ({ page, desk }) => {
  const many = Array.from({ length: 60 }, (_, number) => ({
    name: `Asha Invented ${number}`,
    phone: `00000000${String(number).padStart(2, '0')}`,
  }))
  await store(desk, many, 'autumn')
  await store(desk, [{ name: 'Ravi Invented', form: 'contact', service: null, message: 'Please call' }], 'letter')
  await signIn(page, desk, MEERA)
  await page.goto('/find?status=nonsense&form=contact')
  await expect(page.getByText('A filter in the address of this page is unknown and was left out.')).toBeVisible()
  await expect(rowsIn(page)).toHaveText([/Ravi Invented/])
  await page.getByRole('combobox', { name: 'Form' }).selectOption('Both forms')
  await expect(page).toHaveURL('/find')
  await expect(rowsIn(page)).toHaveCount(50)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(rowsIn(page)).toHaveCount(61)
  await expect(page.getByText('There are no other requests.')).toBeFocused()
  await page.getByRole('combobox', { name: 'Campaign' }).fill('letter')
  await expect(page).toHaveURL('/find?campaign=letter')
  await expect(rowsIn(page)).toHaveText([/Ravi Invented/])
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(box(page)).toBeFocused()
  await page.getByLabel('From').fill('2020-01-01')
  await page.getByLabel('To').fill('2020-01-02')
  await expect(page).toHaveURL('/find?from=2020-01-01&to=2020-01-02')
  await expect(page.getByText('No request matches.')).toBeVisible()
})

test('A manager downloads what was found, once, and the page says how many rows', async ({ page, desk }) => {
  await store(desk, [
    { name: 'आशा Invented', phone: '0000000001' },
    { name: '=1+1', phone: '0000000002' },
  ])
  await signIn(page, desk, MEERA)
  await page.goto('/find')
  await expect(rowsIn(page)).toHaveCount(2)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^callbacks-\d{4}-\d\d-\d\d\.csv$/)
  const csv = await readFile(await download.path(), 'utf8')
  expect(csv.split('\r\n').map((line) => line.split(',')[2])).toEqual(['name', 'आशा Invented', "'=1+1", undefined])
  await expect(page.getByText('Exported 2 rows.')).toBeVisible()
  expect((await page.request.get(download.url())).status()).toBe(404)
})

test('A coordinator finds, but has no export; the page fits every window, and axe finds nothing wrong', async ({
  page,
  desk,
}) => {
  const long = 'Asha'.repeat(25)
  await store(desk, [{ name: long }, { name: 'آشا Invented', phone: '0000000009' }], 'x'.repeat(100))
  await signIn(page, desk, ASHA)
  await page.goto('/find#text=as')
  await page.getByText(long).waitFor()
  await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveCount(0)
  for (const width of [1280, 1024, 768, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), String(width))
      .toBeLessThanOrEqual(0)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  }
})
