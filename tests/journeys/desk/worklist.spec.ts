import { expect } from '@playwright/test'
import {
  aboutOf,
  alerted,
  askEarlier,
  askInTurn,
  heading,
  holdBack,
  nameOf,
  noticesOn,
  numberOf,
  openForBoth,
  press,
  rowOf,
  rowsIn,
  saved,
  status,
} from '../../support/desk/calls.ts'
import { test } from '../../support/desk/desk-test.ts'
import { ASHA, MEERA, signIn } from '../../support/desk/people.ts'

test('A request appears within two seconds and is announced, and the row under the pointer stays', async ({
  page,
  desk,
}) => {
  await askEarlier(desk, 'Ravi Invented', '0000000001', 1)
  await desk.receive({ name: 'Held Invented', phone: '0000000009' }, { suspicion: 'links' })
  const told = await noticesOn(page)
  await signIn(page, desk, ASHA)
  await expect(page.getByRole('link', { name: '1 request was held back since yesterday' })).toBeVisible()
  await press(page, ASHA.name)
  await page.getByRole('menuitemcheckbox', { name: 'Tell me when somebody is due' }).click()
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-bucket] h2')).toHaveText(['Due now', 'Overdue', 'Later today', 'Coming days'])
  await expect(rowOf(page, 'Ravi Invented')).toContainText('22 hours left')
  await expect(page).toHaveTitle('(1) Callback desk')

  await rowOf(page, 'Ravi Invented').hover()
  const first = await rowOf(page, 'Ravi Invented').boundingBox()
  await askEarlier(desk, 'Devika Invented', '0000000002', 0)
  await expect(rowOf(page, 'Devika Invented')).toBeVisible({ timeout: 2_000 })
  await expect(status(page, 'Devika Invented asked for a call.')).toBeVisible()
  expect(await rowOf(page, 'Ravi Invented').boundingBox()).toEqual(first)
  await expect(heading(page, 'Callbacks')).not.toBeFocused()
  // Every tab tells it under the same tag, of which a browser shows one.
  expect(await told()).toEqual([expect.stringMatching(/^Somebody is due for a call \(due \S+ \S+Z\)$/)])

  await askEarlier(desk, 'Kiran Invented', '0000000003', 23)
  await expect(page).toHaveTitle('(3) Callback desk')
  await expect(rowsIn(page, 'Due now').last()).toContainText('Kiran Invented')
  // Whoever goes on with keys sees whom to call, wherever the pointer rests.
  await page.keyboard.press('Shift')
  await expect(rowsIn(page, 'Due now').first()).toContainText(/Kiran Invented.*59 minutes left/)

  await askEarlier(desk, 'Omar Invented', '0000000005', 30)
  await expect(rowsIn(page, 'Overdue')).toContainText('6 hours overdue')
  await page.mouse.move(640, 1)
  await rowOf(page, 'Omar Invented').hover()
  await askEarlier(desk, 'Nisha Invented', '0000000004', 23.5)
  await expect(page).toHaveTitle('(5) Callback desk')
  await expect(rowOf(page, 'Nisha Invented')).toHaveCount(0)
  await heading(page, 'Callbacks').hover()
  await expect(rowOf(page, 'Nisha Invented')).toContainText('29 minutes left')

  // What a person asks for while the page fetches by itself is the person's.
  const fetched = page.waitForRequest('/api/worklist?')
  const release = await holdBack(page, '/api/worklist?')
  await askEarlier(desk, 'Meena Invented', '0000000006', 0)
  expect(await (await fetched).headerValue('x-background')).toBe('true')
  const read = page.waitForRequest('/api/requests/*')
  await page.getByRole('link', { name: 'Ravi Invented' }).click()
  expect(await (await read).headerValue('x-background')).toBeNull()
  release()
})

test('A chosen row stays when a colleague takes it, and ends when somebody has called there', async ({
  page,
  desk,
  anotherPage,
}) => {
  await askInTurn(desk, 'Ravi Invented', 'Devika Invented', 'Kiran Invented')
  await page.clock.install()
  const meeras = await openForBoth(page, desk, anotherPage)
  await rowOf(page, 'Ravi Invented').getByRole('cell').first().click()
  await press(meeras, 'Call Ravi Invented')
  await expect(aboutOf(page, 'Ravi Invented')).toContainText('Held by Meera Invented')
  await page.keyboard.press('c')
  await expect(aboutOf(page, 'Devika Invented')).toBeVisible()
  await press(meeras, 'Reached')
  await expect(rowOf(page, 'Ravi Invented')).toHaveCount(0)
  await expect(nameOf(page, 'Devika Invented')).toBeFocused()
  // Her next try is later today or tomorrow. Whoever was about to call her calls nobody else by mistake.
  await press(meeras, 'Call Devika Invented')
  await expect(rowOf(page, 'Devika Invented')).toContainText('Held by Meera')
  await page.clock.pauseAt(new Date(Date.now() + 1_000))
  await press(meeras, 'No answer')
  await expect(nameOf(page, 'Kiran Invented')).toBeFocused()
  await page.keyboard.press('c')
  await expect(aboutOf(page, 'Kiran Invented')).toBeVisible()
  await page.clock.resume()
  await page.keyboard.press('c')
  await expect(numberOf(page, 'Kiran Invented')).toBeFocused()
  await page.keyboard.press('4')

  await expect(saved(page)).toContainText('Saved for Kiran')
  await rowOf(page, 'Devika Invented').getByRole('cell').first().click()
  await expect(aboutOf(page, 'Devika Invented')).toBeVisible()
  await page.keyboard.press('Shift')
  await askEarlier(desk, 'Nisha Invented', '0000000004', 0)
  await expect(rowsIn(page, 'Due now')).toContainText('Nisha Invented')
  await expect(nameOf(page, 'Devika Invented')).toBeFocused()
  await expect(status(page, 'Nisha Invented asked for a call.')).toBeVisible()
  await page.clock.fastForward(10_000)
  await expect(status(page, 'Nisha Invented asked for a call.')).toHaveCount(0)
  await page.keyboard.press('K')
  await expect(nameOf(page, 'Nisha Invented')).toBeFocused()
  await page.keyboard.press('J')
  await expect(nameOf(page, 'Devika Invented')).toBeFocused()
  await page.keyboard.press('K')

  await press(page, 'Move to another time')
  await expect(page.getByRole('dialog')).toContainText('When is Nisha Invented to be called?')
  await page.getByLabel('Day', { exact: true }).selectOption('Tomorrow')
  await page.getByLabel('Exact time').fill('15:30')
  await press(page, 'Save')
  await expect(status(page, /^Nisha Invented: moved to/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Move to another time' })).toBeFocused()

  // A colleague takes whom a saved call has led to, just before the key is pressed.
  for (const [at, name] of ['Omar', 'Zoya', 'Tara', 'Uma'].entries())
    await askEarlier(desk, `${name} Invented`, `000000001${at}`, 9 - at)
  await expect(rowOf(page, 'Uma Invented')).toBeVisible()
  await press(page, 'Call Zoya Invented')
  await press(page, 'Reached')
  await expect(nameOf(page, 'Tara Invented')).toBeFocused()
  await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 1_000)))
  await press(meeras, 'Call Tara Invented')
  await expect(nameOf(page, 'Uma Invented')).toBeFocused()
  const claims: number[] = []
  let presses = 0
  page.on('request', (request) => request.url().endsWith('/claim') && claims.push(presses))
  for (; presses < 2; presses++) await page.keyboard.press('c')
  await expect(numberOf(page, 'Uma Invented')).toBeFocused()
  expect(claims).toEqual([1])
})

test('A filter says whom it shows, a row in which language to speak, and who holds it', async ({
  page,
  desk,
  anotherPage,
}) => {
  await askInTurn(desk, 'Ravi Invented', 'Devika Invented', 'Kiran Invented')
  await desk.database.updateTable('callbacks').set({ language: 'hi' }).where('number', '!=', '0000000001').execute()
  const meeras = await openForBoth(page, desk, anotherPage)
  // What is stored is a filter, also when the site does not offer it any more.
  const former = { service: 'Former', language: 'mr' }
  for (const table of ['callbacks', 'callback_requests'] as const)
    await desk.database.updateTable(table).set(former).where('number', '=', '0000000001').execute()
  await page.goto('/?service=Former&language=mr')
  await expect(page.getByLabel('Service')).toHaveValue('Former')
  await expect(page.getByLabel('Language').locator('option:checked')).toHaveText('Marathi')
  await expect(rowOf(page, 'Ravi Invented')).toContainText('Former')
  await expect(rowOf(page, 'Devika Invented')).toHaveCount(0)
  await expect(page.getByRole('search')).not.toContainText('unknown')
  await page.goto('/?service=Never&language=!')
  await expect(page.getByText('A filter in the address of this page is unknown and was left out.')).toBeVisible()
  await expect(page.getByLabel('Service')).toHaveValue('')
  await expect(alerted(page, /./)).toHaveCount(0)
  await expect(rowOf(page, 'Devika Invented')).toContainText('Hindi')
  await page.getByLabel('Language').selectOption('Hindi')
  await expect(page).toHaveURL('/?language=hi')
  await expect(page.getByText('Nobody who speaks Hindi is overdue.')).toBeVisible()
  // Paper says which filters are set.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByLabel('Language')).toBeVisible()
  await expect(page.getByLabel('Service')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await expect(rowOf(page, 'Ravi Invented')).toHaveCount(0)
  await expect(page).toHaveTitle('(3) Callback desk')
  // Whom the server names next is not in this list, so the next of the list gets the focus.
  await press(page, 'Call Devika Invented')
  await expect(numberOf(page, 'Devika Invented')).toBeFocused()
  // A filter that cannot be fetched leaves the open call where it is.
  await page.route('/api/worklist?*', (route) => route.abort())
  await page.getByLabel('Service').selectOption('Hymenoplasty')
  await expect(page.getByText('What you see may be out of date.')).toBeVisible()
  await expect(numberOf(page, 'Devika Invented')).toBeVisible()
  await page.unrouteAll()
  await page.getByLabel('Service').selectOption('All services')
  await press(page, 'Reached')
  await expect(nameOf(page, 'Kiran Invented')).toBeFocused()
  // In a field, the keys of the list would choose another filter.
  await page.getByLabel('Service').selectOption('Hymenoplasty')
  await page.getByLabel('Service').press('Escape')
  await expect(heading(page, 'Callbacks')).toBeFocused()
  await expect(page.getByText('Nobody with Hymenoplasty who speaks Hindi is due now.')).toBeVisible()
  await page.setViewportSize({ width: 320, height: 640 })
  const hidden = (part: string) =>
    page.getByRole('region', { name: part }).evaluate((one) => one.scrollHeight - one.clientHeight)
  expect([await hidden('Overdue'), await hidden('Due now')]).toEqual([0, 0])
  await page.setViewportSize({ width: 1280, height: 800 })
  await press(page, 'Show all')
  await expect(page).toHaveURL('/')
  await expect(heading(page, 'Callbacks')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Today: 1 call, 0 booked' })).toBeVisible()
  await expect(meeras.getByText('Team today: 1 call, 0 booked')).toBeVisible()

  await press(meeras, 'Call Ravi Invented')
  await expect(rowOf(page, 'Ravi Invented')).toContainText(/Held by Meera Invented until \d+:\d\d [ap]m/)
  expect((await rowOf(page, 'Ravi Invented').boundingBox())?.height).toBeLessThan(50)
  await expect(page.getByRole('button', { name: /^(Call|Release) Ravi/ })).toHaveCount(0)
  await page.setViewportSize({ width: 320, height: 640 })
  // Below the name, which has the whole width.
  const held = page.getByRole('row').getByText(/^Held by Meera Invented/)
  expect((await held.boundingBox())?.x).toBeLessThan(50)

  // In a flood, what is announced changes at most every two seconds, and ends with the true number.
  await page.clock.fastForward(10_000)
  await page.clock.pauseAt(new Date(Date.now() + 20_000))
  for (let number = 4; number < 8; number++) {
    await askEarlier(desk, `Omar Invented ${number}`, `000000000${number}`, 0)
    await expect(rowOf(page, `Omar Invented ${number}`)).toBeVisible()
    await page.clock.runFor(number === 4 ? 10 : 0)
    await expect(status(page, 'Omar Invented 4 asked for a call.')).toBeVisible()
  }
  await page.clock.runFor(2_000)
  await expect(status(page, '4 people asked for a call.')).toBeVisible()
})

test('Many rows are shown four or twelve at once, and all of them on paper', async ({ page, desk }) => {
  for (let number = 0; number < 60; number++) {
    await askEarlier(desk, `Ravi Invented ${number}`, `00000000${String(number).padStart(2, '0')}`, 40 - number / 60)
  }
  await signIn(page, desk, MEERA)
  const overdue = rowsIn(page, 'Overdue')
  await expect(page).toHaveTitle('(60) Callback desk')
  await expect(page.getByRole('link', { name: 'Worklist' })).toBeInViewport()
  expect((await overdue.nth(11).boundingBox())?.y).toBeLessThan(800 - 48)
  // Nothing covers the skip link, nor the menu.
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await skip.focus()
  await skip.click({ trial: true })
  await press(page, MEERA.name)
  await page.getByRole('menuitem', { name: 'Sign out' }).click({ trial: true, position: { x: 20, y: 40 } })
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  const cards = overdue
  expect((await cards.nth(4).boundingBox())?.y).toBeLessThan(844)
  await page.evaluate(() => scrollTo(0, 500))
  await expect(page.getByText('Department of Plastic Surgery')).not.toBeInViewport()

  await overdue.first().getByRole('heading').focus()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('0000000049')).toBeVisible()
  await expect(overdue.first()).toHaveCSS('outline-style', 'none')
  await expect(overdue.first()).toHaveCSS('box-shadow', 'none')
  // Paper does not say when it was printed, so it says days, not "2 hours overdue".
  await expect(page.getByText(/^\d+ hours overdue$/).filter({ visible: true })).toHaveCount(0)
  await expect(page.getByText(/^\d+ \w+, \d+:\d\d [ap]m – /).filter({ visible: true })).toHaveCount(50)
  await expect(page.getByRole('button')).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 320, height: 800 })

  // Seven pages in one row, of which the one that is shown is in view.
  const pages = page.getByRole('navigation', { name: 'Desk' })
  expect((await pages.boundingBox())?.height).toBeLessThan(50)
  await pages.getByRole('link', { name: 'Staff' }).click()
  await expect(heading(page, 'Staff')).toBeVisible()
  await page.reload()
  await expect(pages.getByRole('link', { name: 'Staff' })).toBeInViewport({ ratio: 1 })
})
