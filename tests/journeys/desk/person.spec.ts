import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { ask, heading, holdBack, nameOf, panelOf, press, rowsIn, status, timeline } from '../../support/desk/calls.ts'
import { test } from '../../support/desk/desk-test.ts'
import { ASHA, MEERA, signIn } from '../../support/desk/people.ts'
import { look } from '../../support/page/looks.ts'

const LATE = 'Please call\n  after lunch'

test('The page of a person shows what was asked and done, and takes notes', async ({ page, desk, anotherPage }) => {
  await ask(desk, { form: 'contact', service: null, message: '' }, 60)
  await ask(desk, { name: 'Devika Invented' }, 50)
  const settled_at = new Date().toISOString()
  await desk.database.updateTable('callbacks').set({ status: 'booked', settled_at }).execute()
  await ask(desk, { name: 'Kiran Invented' }, 40)
  const message = { form: 'contact', service: null, message: LATE } as const
  await ask(desk, { ...message, phone: '00000-00001', email: 'ravi@visitor.example' }, 2)
  const reference = await ask(desk, { name: 'R. Invented' })
  await signIn(page, desk, ASHA, `/requests/${reference.toLowerCase().replace('-', '')}`)
  await expect(page).toHaveTitle('(2) Ravi Invented – Callback desk')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Requests',
    'Timeline',
    'Notes',
    'Earlier callbacks',
    'Others at this number',
  ])
  await expect(page.getByRole('link', { name: '00000-00001' })).toHaveAttribute('href', 'tel:0000000001')
  await expect(page.getByRole('list', { name: 'Callback', exact: true })).toContainText(/New.*asked twice/)
  const requests = page.getByRole('list', { name: 'Requests' }).getByRole('listitem')
  await expect(requests).toHaveCount(2)
  await expect(requests.nth(0)).toContainText('Rhinoplasty')
  for (const typed of ['R. Invented', '0000000001']) await expect(requests.nth(0)).toContainText(typed)
  await expect(requests.nth(1)).toContainText('ravi@visitor.example')
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
  await signIn(meeras, desk, MEERA, `/requests/${reference}`)
  await expect(heading(meeras, 'Ravi Invented')).toBeVisible()
  const note = page.getByRole('textbox', { name: 'Note about Ravi Invented' })
  await page.keyboard.press('n')
  await expect(note).toBeFocused()
  await press(page, 'Add note')
  await expect(page.getByText('Please enter a note')).toBeVisible()
  await note.press('Escape')
  await expect(note).not.toBeFocused()
  await note.fill('Rang back.\nAsk for the ward.')
  const release = await holdBack(page, '**/notes')
  await press(page, 'Add note')
  // What is typed meanwhile is not saved yet.
  await note.fill('Rang back.\nAsk for the ward. Half a')
  release()
  await expect(status(page, 'The note is saved.')).toBeVisible()
  await expect(note).toHaveValue('Rang back.\nAsk for the ward. Half a')
  await note.fill('')
  await expect(note).toBeFocused()
  for (const each of [page, meeras]) {
    await expect(timeline(each).first()).toContainText(/Asha Invented wrote:\s*Rang back\.\s+Ask for the ward\./)
  }

  const call = page.getByRole('button', { name: 'Call Ravi Invented' })
  await call.focus()
  await press(meeras, 'Call Ravi Invented')
  await expect(call).toHaveCount(0)
  await expect(heading(page, 'Ravi Invented')).toBeFocused()

  const others = page.getByRole('list', { name: 'Others at this number' }).getByRole('listitem')
  await expect(others).toHaveText([/Kiran Invented.*New/, /Devika Invented.*Booked/])
  const earlier = page.getByRole('list', { name: 'Earlier callbacks' })
  await expect(earlier).toContainText(/Ravi Invented.*Booked/)
  await earlier.getByRole('link').click()
  await expect(page.getByRole('button', { name: 'Call again' })).toBeVisible()
  await expect(requests).toHaveText(/Anytime/)
  await expect(requests).not.toContainText('Message')
})

test('Back leads to the same rows of the worklist, and to the row that was opened', async ({ page, desk }) => {
  for (let number = 0; number < 60; number++) {
    const phone = `00000000${String(number).padStart(2, '0')}`
    await ask(desk, { name: `Ravi Invented ${number}`, phone }, 40 - number / 60)
  }
  await signIn(page, desk, ASHA, '/?service=Rhinoplasty')
  const rows = rowsIn(page, 'Overdue')
  await expect(rows).toHaveCount(50)
  await press(page, 'Show more: Overdue')
  await expect(rows).toHaveCount(60)
  const row = nameOf(page, 'Ravi Invented 58')
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
  await expect(nameOf(page, 'Ravi Invented 59')).toBeFocused()
  await page.getByRole('button', { name: 'Call Ravi Invented 59', exact: true }).first().focus()
  await page.keyboard.press('Enter')
  await expect(panelOf(page, 'Ravi Invented 59')).toBeVisible()
})

test('A manager downloads everything of a person, and erases it with others of the number, and every open page notices', async ({
  page,
  desk,
  anotherPage,
}) => {
  const [reference, other] = [await ask(desk, {}), await ask(desk, { name: 'Devika Invented', phone: '0000000002' })]
  await ask(desk, {}, 2)
  await ask(desk, { name: 'Kiran Invented' }, 2)
  const ashas = await anotherPage()
  await signIn(ashas, desk, ASHA, `/requests/${reference}`)
  await expect(heading(ashas, 'Ravi Invented')).toBeVisible()
  await signIn(page, desk, MEERA)
  await expect(page.getByText('asked twice').first()).toBeVisible()
  await press(page, 'Call Ravi Invented')
  await page.getByRole('link', { name: 'Ravi Invented', exact: true }).first().click()

  const downloading = page.waitForEvent('download')
  await press(page, 'Download everything')
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^person-.{9}\.json$/)
  const { requests } = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(requests).toMatchObject([{ name: 'Ravi Invented' }, { name: 'Ravi Invented' }])
  await expect(status(page, 'The file is saved.')).toBeVisible()

  const dialog = page.getByRole('alertdialog', { name: 'Erase everything of Ravi Invented?' })
  await press(page, 'Erase…')
  await expect(dialog.getByRole('button', { name: 'Keep' })).toBeFocused()
  await expect(dialog).toContainText('Ravi Invented, ')
  await expect(dialog).toContainText('This erases 2 requests and 1 callback. It cannot be undone.')
  await expect(dialog).toContainText(reference)
  await dialog.getByRole('button', { name: 'Keep' }).click()
  await expect(page.getByRole('button', { name: 'Erase…' })).toBeFocused()
  await press(page, 'Erase…')
  const confirm = dialog.getByRole('textbox', { name: 'Type the reference to confirm' })
  await confirm.fill(other)
  const erase = dialog.getByRole('button', { name: 'Erase' })
  await erase.click()
  await expect(dialog.getByText('Please type the reference of this page')).toBeVisible()
  await expect(confirm).toBeFocused()
  await expect(confirm).toHaveValue(other)
  await look(page, 'Erasing, another reference')
  const shown = /The reference of this page is (\S+)\./.exec((await dialog.textContent()) ?? '')?.[1] ?? ''
  await confirm.fill(shown.toLowerCase())
  await dialog.getByRole('checkbox', { name: 'and of the 1 other at this number (Kiran Invented)' }).check()
  // As from a store whose file is too large to be rewritten, after a while.
  const wait = Promise.withResolvers<void>()
  await page.route('**/erase', async (route) => {
    await wait.promise
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), overwritten: false } })
  })
  await erase.click()
  await expect(dialog.getByRole('button', { name: 'Keep' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  wait.resolve()
  await expect(heading(page, 'Callbacks')).toBeVisible()
  await expect(status(page, 'Erased: 3 requests and 2 callbacks.')).toBeVisible()
  await expect(page.getByLabel('Command')).toHaveValue('npm run -s requests -- purge')
  await expect(page.getByRole('link', { name: 'Devika Invented' })).toBeVisible()
  await expect(page.getByText(/Ravi|Kiran/)).toHaveCount(0)
  await expect(heading(ashas, 'There is no such request')).toBeFocused()
  await expect(ashas.getByText('Ravi Invented')).toHaveCount(0)
  await look(ashas, 'Person who is not there')
})
