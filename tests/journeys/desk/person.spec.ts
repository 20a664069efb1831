import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { press } from '../../support/desk/calls.ts'
import { test } from '../../support/desk/desk-test.ts'
import { ASHA, MEERA, signIn } from '../../support/desk/people.ts'
import type { Desk } from '../../support/desk/running-desk.ts'
import { look } from '../../support/page/looks.ts'

const LONG = 'I have a long story. '.repeat(90).trim()
const LATE = 'Please call\n  after lunch'

/** Stores a request of so many hours ago. @returns its reference */
const ask = (desk: Desk, details = {}, hoursAgo = 1) =>
  desk.receive(
    { name: 'Ravi Invented', phone: '0000000001', timeSlot: 'Anytime', ...details },
    { minutesAgo: 60 * hoursAgo },
  )

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const timeline = (page: Page) => page.getByRole('list', { name: 'Timeline' }).getByRole('listitem')
const status = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })

/** A long text scrolls within itself, by keys too. */
async function expectScrolls(text: Locator) {
  expect((await text.boundingBox())?.height).toBeLessThan(300)
  await text.press('End')
  await expect.poll(() => text.evaluate((one) => one.scrollTop)).toBeGreaterThan(0)
}

test('The page of a person shows what was asked and done, and takes notes', async ({ page, desk, anotherPage }) => {
  const message = { form: 'contact', service: null, message: LATE } as const
  await ask(desk, { ...message, name: 'R. Invented', email: 'ravi@visitor.example' }, 2)
  const reference = await ask(desk, { phone: '+91 00000-00001' })
  await signIn(page, desk, ASHA)
  await page.goto(`/requests/${reference.toLowerCase().replace('-', '')}`)
  await expect(heading(page, 'Ravi Invented')).toBeVisible()
  await expect(page).toHaveTitle('Ravi Invented – Callback desk')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Requests',
    'Timeline',
    'Notes',
    'Other callbacks of this number',
  ])
  await expect(page.getByRole('link', { name: '+91 00000 00001' })).toHaveAttribute('href', 'tel:+910000000001')
  await expect(page.getByRole('list', { name: 'Callback' })).toContainText(/New.*asked twice/)
  const requests = page.getByRole('list', { name: 'Requests' }).getByRole('listitem')
  await expect(requests).toHaveCount(2)
  await expect(requests.nth(0)).toContainText('Rhinoplasty')
  for (const typed of ['R. Invented', '0000000001', 'ravi@visitor.example']) {
    await expect(requests.nth(1)).toContainText(typed)
  }
  expect(await page.getByText('Please call').textContent()).toBe(LATE)
  await expect(timeline(page)).toHaveText([/Asked for a call/, /Asked for a call/])
  await expect(page.getByRole('link', { name: 'ravi@visitor.example' })).toHaveAttribute(
    'href',
    'mailto:ravi@visitor.example',
  )
  for (const name of ['Erase…', 'Download everything']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }

  const meeras = await anotherPage()
  await signIn(meeras, desk, MEERA)
  await meeras.goto(`/requests/${reference}`)
  await expect(heading(meeras, 'Ravi Invented')).toBeVisible()
  const note = page.getByRole('textbox', { name: 'Note about Ravi Invented' })
  await page.keyboard.press('n')
  await expect(note).toBeFocused()
  await press(page, 'Add note')
  await expect(page.getByText('Please enter a note')).toBeVisible()
  await note.press('Escape')
  await expect(note).not.toBeFocused()
  await note.fill('Rang back.\nAsk for the ward.')
  await page.route('**/notes', (route) => route.fulfill({ status: 503 }))
  await press(page, 'Add note')
  await expect(page.getByRole('alert').filter({ hasText: 'not available at the moment' })).toBeVisible()
  await expect(note).toHaveValue('Rang back.\nAsk for the ward.')
  await page.route('**/notes', (route) => route.continue())
  await press(page, 'Add note')
  await expect(status(page, 'The note is saved.')).toBeVisible()
  await expect(note).toHaveValue('')
  await expect(note).toBeFocused()
  for (const each of [page, meeras]) {
    await expect(timeline(each).first()).toContainText(/Asha Invented wrote:\s*Rang back\.\s+Ask for the ward\./)
  }
  await press(page, 'Add note')
  await expect(page.getByText('Please enter a note')).toBeVisible()
  await expect(status(page, 'The note is saved.')).toHaveCount(0)

  const call = page.getByRole('button', { name: 'Call Ravi Invented' })
  await call.focus()
  await press(meeras, 'Call Ravi Invented')
  await expect(call).toHaveCount(0)
  await expect(heading(page, 'Ravi Invented')).toBeFocused()
})

test('A call goes on from page to page, by keys too', async ({ page, desk }) => {
  await ask(desk, { form: 'contact', service: null, message: LONG }, 3)
  await ask(desk, { name: 'Devika Invented', phone: '0000000002' }, 2)
  await ask(desk, { name: 'Kiran Invented', phone: '0000000003' }, 1)
  await signIn(page, desk, ASHA)
  await page.goto('/')
  const panel = page.getByRole('region', { name: 'Call with Ravi Invented' })
  const hold = panel.getByText(/^Held by you until/)
  // What list and page know from before the call says nothing about its hold.
  await page.getByRole('link', { name: 'Ravi Invented' }).click()
  await expect(heading(page, 'Ravi Invented')).toBeFocused()
  await page.keyboard.press('c')
  await expect(page.getByRole('list', { name: 'Callback' })).toContainText('Held by you')
  await page.keyboard.press('w')
  await expect(heading(page, 'Callbacks')).toBeFocused()
  await expect(hold).toBeVisible()
  await press(page, 'Stop calling')
  await expect(panel).toHaveCount(0)
  await page.getByRole('link', { name: 'Ravi Invented' }).click()
  await expect(page.getByRole('list', { name: 'Callback' })).not.toContainText('Held by you')
  await page.goBack()
  await press(page, 'Call Ravi Invented')
  await expect(page.getByRole('row', { name: /Ravi Invented/ })).toContainText('Held by you')
  await panel.getByLabel('Note').fill(LONG)
  await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Spam' }).click()
  await expect(heading(page, 'Spam')).toBeFocused()
  await look(page, 'Spam during a call')
  await page.getByRole('link', { name: 'Call with Ravi Invented' }).click()
  await panel.getByRole('link', { name: 'Ravi Invented', exact: true }).click()
  await expect(heading(page, 'Ravi Invented')).toBeFocused()
  await expect(hold).toBeVisible()
  await expect(panel.getByLabel('Note')).toHaveValue(LONG)
  await look(page, 'Person during a call')
  await expectScrolls(page.getByRole('region', { name: /^Message of / }))
  await page.keyboard.press('4')
  await expect(status(page, /^Saved for .*: No answer\./)).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Next: Devika Invented' })).toBeFocused()
  await expect(page.getByRole('list', { name: 'Callback' })).toContainText('Call again')
  await expect(timeline(page).first()).toContainText('Comes back')
  await expect(page.getByText('Asha Invented called in time: No answer')).toBeVisible()
  await expectScrolls(page.getByRole('region', { name: /^Note of / }))
  await expect(page.getByText('began to call')).toHaveCount(0)

  await page.keyboard.press('u')
  await expect(panel.locator('a[href^="tel:"]')).toBeFocused()
  await expect(page.getByText('Asha Invented called in time: No answer, undone')).toBeVisible()
  await page.keyboard.press('x')
  await expect(panel).toHaveCount(0)
  await page.keyboard.press('c')
  await expect(panel.locator('a[href^="tel:"]')).toBeFocused()
  await page.keyboard.press('1')
  await expect(status(page, /^Saved for .*: Reached\./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Call Ravi Invented' })).toHaveCount(0)
  await page.keyboard.press('u')
  await expect(panel.locator('a[href^="tel:"]')).toBeFocused()
  await page.keyboard.press('1')
  await expect(status(page, /^Saved for .*: Reached\./)).toBeVisible()
  await page.keyboard.press('w')
  await expect(heading(page, 'Callbacks')).toBeFocused()
  await expect(page.getByRole('link', { name: 'Ravi Invented' })).toHaveCount(0)
  await expect(status(page, /^Saved for .*: Reached\./)).toBeVisible()
  // The page of somebody who was not called offers nobody else.
  await page.getByRole('link', { name: 'Kiran Invented' }).click()
  await expect(heading(page, 'Kiran Invented')).toBeFocused()
  await expect(page.getByRole('region', { name: 'About Devika Invented' })).toHaveCount(0)
  await page.goBack()
  await expect(heading(page, 'Callbacks')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('region', { name: 'About Devika Invented' })).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByRole('region', { name: 'Call with Devika Invented' })).toBeVisible()
  await expect(heading(page, 'Devika Invented')).toBeVisible()
  await page.keyboard.press('1')
  await expect(page.getByRole('heading', { level: 2, name: 'Next: Kiran Invented' })).toBeFocused()
  await page.keyboard.press('c')
  await expect(heading(page, 'Kiran Invented')).toBeVisible()
  await page.keyboard.press('1')
  await expect(page.getByText('Nobody else is due now.')).toBeVisible()
})

test('Somebody who telephones is added, moved to an exact time, and called again later', async ({ page, desk }) => {
  await signIn(page, desk, ASHA)
  await page.goto('/')
  await press(page, 'Add a callback')
  const dialog = page.getByRole('dialog')
  await press(page, 'Add')
  await expect(dialog.getByText('Value is required')).toHaveCount(2)
  await page.setViewportSize({ width: 320, height: 568 })
  await expect(dialog.getByRole('button', { name: 'Add' })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await look(page, 'Adding a callback, nothing typed')
  await dialog.getByLabel('Name').fill('Ravi Invented')
  await dialog.getByLabel('Telephone number').fill('+91 00000 (00)-001')
  await dialog.getByLabel('Language').selectOption('Hindi')
  await dialog.getByLabel('Day').selectOption('Tomorrow')
  await dialog.getByLabel('Slot').selectOption('10:00am-12:00pm')
  await page.route('**/api/requests', (route) => route.fulfill({ status: 503 }))
  await press(page, 'Add')
  const failure = dialog.getByRole('alert').filter({ hasText: 'not available at the moment' })
  await page.setViewportSize({ width: 320, height: 568 })
  await expect(failure).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.route('**/api/requests', (route) => route.continue())
  await press(page, 'Add')
  await expect(heading(page, 'Ravi Invented')).toBeFocused()
  await expect(status(page, 'Ravi Invented: added.')).toBeVisible()
  const callback = page.getByRole('list', { name: 'Callback' })
  await expect(callback).toContainText(/New.*10:00am-12:00pm, from tomorrow, 10:00 am/)
  await expect(page.getByRole('list', { name: 'Requests' }).getByText('Hindi')).toBeVisible()
  await page.keyboard.press('w')
  await expect(page.getByRole('link', { name: 'Ravi Invented' })).toBeVisible()
  await expect(status(page, 'asked for a call')).toHaveCount(0)
  await page.goBack()

  await press(page, 'Move to another time')
  await expect(dialog.getByLabel('Day')).toHaveValue(/^\d{4}-\d\d-\d\d$/)
  await dialog.getByLabel('Slot').selectOption('Exact time…')
  await press(page, 'Save')
  await expect(dialog.getByText('Please choose a time')).toBeVisible()
  await look(page, 'Moving a callback, no time')
  await dialog.getByLabel('Exact time').fill('15:30')
  await press(page, 'Save')
  await expect(callback.getByText('from tomorrow, 3:30 pm', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Move to another time' })).toBeFocused()
  await expect(status(page, 'Ravi Invented: moved to tomorrow, 3:30 pm.')).toBeVisible()
  await expect(timeline(page).first()).toContainText('Asha Invented moved the callback to tomorrow, 3:30 pm')

  await page.keyboard.press('c')
  await press(page, 'Call now')
  await expect(page.getByRole('region', { name: 'Call with Ravi Invented' })).toBeVisible()
  await page.keyboard.press('1')
  await press(page, 'Call again')
  await dialog.getByLabel('Day').selectOption('Another date…')
  await dialog.getByLabel('Date').fill('2199-01-01')
  await press(page, 'Save')
  await expect(dialog.getByText('within 60 days')).toBeVisible()
  await dialog.getByLabel('Day').selectOption('From now on')
  await press(page, 'Save')
  await expect(callback).toContainText(/Call again.*Anytime, from today.*23 hours left/)
  await expect(status(page, 'Ravi Invented: waits again, from today')).toBeVisible()
  await expect(status(page, /^Saved for/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Call Ravi Invented' })).toBeFocused()
})

test('The other callbacks of a number follow in pages', async ({ page, desk }) => {
  await signIn(page, desk, ASHA)
  let reference = ''
  for (let number = 0; number < 23; number++) {
    reference = await ask(desk, { name: `Ravi Invented ${number}` }, 60 - number)
    const settled_at = new Date().toISOString()
    await desk.database.updateTable('callbacks').set({ status: 'booked', settled_at }).execute()
  }
  await page.goto(`/requests/${reference}`)
  const others = page.getByRole('list', { name: 'Other callbacks of this number' }).getByRole('listitem')
  await expect(others).toHaveCount(20)
  await expect(others.first()).toContainText(/Ravi Invented 21.*Booked/)
  await page.getByRole('button', { name: 'Show more: other callbacks' }).click()
  await expect(others).toHaveCount(22)
  await expect(others.nth(19).getByRole('link')).toBeFocused()
  await others.last().getByRole('link').click()
  await expect(heading(page, 'Ravi Invented 0')).toBeFocused()
  await expect(page.getByRole('button', { name: /^Call / })).toHaveText('Call again')
})

test('Back leads to the same rows of the worklist, and to the row that was opened', async ({ page, desk }) => {
  for (let number = 0; number < 60; number++) {
    const phone = `00000000${String(number).padStart(2, '0')}`
    await ask(desk, { name: `Ravi Invented ${number}`, phone }, 40 - number / 60)
  }
  await signIn(page, desk, ASHA)
  await page.goto('/?service=Rhinoplasty')
  const rows = page.getByRole('table', { name: 'Overdue' }).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(50)
  await press(page, 'Show more: Overdue')
  await expect(rows).toHaveCount(60)
  const row = page.getByRole('heading', { level: 3, name: 'Ravi Invented 58', exact: true })
  await row.scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => scrollY)
  await row.getByRole('link').click()
  await expect(heading(page, 'Ravi Invented 58')).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL('/?service=Rhinoplasty')
  await expect(row).toBeFocused()
  await expect(rows).toHaveCount(60)
  await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - scrolled)).toBeLessThan(50)

  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Ravi Invented 59')).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 3, name: 'Ravi Invented 59', exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Call Ravi Invented 59', exact: true }).first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Call with Ravi Invented 59' })).toBeVisible()
})

test('A manager downloads and erases everything of a number, and every open page notices', async ({
  page,
  desk,
  anotherPage,
}) => {
  const [reference, other] = [await ask(desk, {}), await ask(desk, { name: 'Devika Invented', phone: '0000000002' })]
  await ask(desk, {}, 2)
  await signIn(page, desk, MEERA)
  const ashas = await anotherPage()
  await signIn(ashas, desk, ASHA)
  await ashas.goto(`/requests/${reference}`)
  await expect(heading(ashas, 'Ravi Invented')).toBeVisible()
  await page.goto('/')
  await expect(page.getByText('asked twice').first()).toBeVisible()
  await press(page, 'Call Ravi Invented')
  await page.getByRole('link', { name: 'Ravi Invented', exact: true }).first().click()

  await page.route('**/export', (route) => route.fulfill({ status: 503 }))
  await press(page, 'Download everything')
  await expect(page.getByRole('alert').filter({ hasText: 'not available at the moment' })).toBeVisible()
  await page.route('**/export', (route) => route.continue())
  const downloading = page.waitForEvent('download')
  await press(page, 'Download everything')
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^person-.{9}\.json$/)
  const { requests } = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(requests).toMatchObject([{ name: 'Ravi Invented' }, { name: 'Ravi Invented' }])
  await expect(status(page, 'The file is saved.')).toBeVisible()

  const dialog = page.getByRole('alertdialog', { name: 'Erase everything of this number?' })
  await press(page, 'Erase…')
  await expect(dialog.getByRole('button', { name: 'Keep' })).toBeFocused()
  await expect(dialog).toContainText('Ravi Invented, ')
  await expect(dialog).toContainText('This erases 2 requests and 1 callback. It cannot be undone.')
  await expect(dialog).toContainText(reference)
  await dialog.getByRole('button', { name: 'Keep' }).click()
  await expect(page.getByRole('button', { name: 'Erase…' })).toBeFocused()
  await press(page, 'Erase…')
  const confirm = dialog.getByRole('textbox', { name: 'Type the reference to confirm' })
  // On a small phone, the error is in view above the buttons.
  await page.setViewportSize({ width: 320, height: 400 })
  await confirm.fill(other)
  const erase = dialog.getByRole('button', { name: 'Erase' })
  await erase.click()
  const error = dialog.getByText('Please type the reference of this page')
  await expect(error).toBeVisible()
  await expect(confirm).toBeFocused()
  const { y = 0, height = 0 } = (await error.boundingBox()) ?? {}
  expect(y + height).toBeLessThan((await erase.boundingBox())?.y ?? 0)
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect(confirm).toHaveValue(other)
  await look(page, 'Erasing, another reference')
  const shown = /The reference of this page is (\S+)\./.exec((await dialog.textContent()) ?? '')?.[1] ?? ''
  await confirm.fill(shown.toLowerCase())
  // As from a store whose file is too large to be rewritten, after a while.
  const wait = Promise.withResolvers<void>()
  await page.route('**/erase', async (route) => {
    await wait.promise
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), overwritten: false } })
  })
  await dialog.getByRole('button', { name: 'Erase' }).click()
  await expect(dialog.getByRole('button', { name: 'Keep' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  wait.resolve()
  await expect(heading(page, 'Callbacks')).toBeVisible()
  await expect(status(page, 'Erased: 2 requests and 1 callback.')).toBeVisible()
  await expect(page.getByLabel('Command')).toHaveValue('npm run -s requests -- purge')
  await expect(page.getByRole('link', { name: 'Devika Invented' })).toBeVisible()
  await expect(page.getByText('Ravi Invented')).toHaveCount(0)
  await expect(heading(ashas, 'There is no such request')).toBeFocused()
  await expect(ashas.getByText('Ravi Invented')).toHaveCount(0)
  await look(ashas, 'Person who is not there')
  await ashas.goto("/requests/O'Neil")
  await expect(heading(ashas, 'There is no such request')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Devika Invented' })).toBeVisible()
  await expect(status(page, 'Erased')).toHaveCount(0)
})
