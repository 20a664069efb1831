import { expect } from '@playwright/test'
import { askEarlier, numberOf, panelOf, press, rowOf, saved } from '../../support/desk/calls.ts'
import { test } from '../../support/desk/desk-test.ts'
import { ASHA, MEERA, signIn } from '../../support/desk/people.ts'
import { look } from '../../support/page/looks.ts'
import { expectNoViolations } from '../../support/page/violations.ts'

test('A request appears within two seconds and is announced, and the row under the pointer stays', async ({
  page,
  desk,
}) => {
  await askEarlier(desk, 'Ravi Invented', '0000000001', 1)
  await signIn(page, desk, ASHA)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Callbacks')
  await expect(page.locator('[data-bucket] h2')).toHaveText(['Overdue', 'Due now', 'Later today', 'Coming days'])
  await expect(page.getByText('Nobody is overdue.')).toBeVisible()
  await expect(rowOf(page, 'Ravi Invented')).toContainText('22 hours left')
  await expect(page).toHaveTitle('(1) Callback desk')

  await rowOf(page, 'Ravi Invented').hover()
  const first = await rowOf(page, 'Ravi Invented').boundingBox()
  await askEarlier(desk, 'Devika Invented', '0000000002', 0)
  await expect(rowOf(page, 'Devika Invented')).toBeVisible({ timeout: 2_000 })
  await expect(page.getByRole('status').filter({ hasText: 'Devika Invented asked for a call.' })).toBeVisible()
  expect(await rowOf(page, 'Ravi Invented').boundingBox()).toEqual(first)
  await expect(page).toHaveTitle('(2) Callback desk')
  await expect(page.getByRole('heading', { level: 1 })).not.toBeFocused()

  await askEarlier(desk, 'Kiran Invented', '0000000003', 30)
  await expect(page).toHaveTitle('(3) Callback desk')
  await expect(page.getByRole('table', { name: 'Overdue' })).toHaveCount(0)
  // Whoever goes on with keys sees whom to call, wherever the pointer rests.
  await page.keyboard.press('Shift')
  await expect(page.getByRole('table', { name: 'Overdue' })).toContainText('6 hours overdue')

  await page.mouse.move(640, 1)
  await rowOf(page, 'Ravi Invented').hover()
  await askEarlier(desk, 'Nisha Invented', '0000000004', 31)
  await expect(page).toHaveTitle('(4) Callback desk')
  await expect(page.getByRole('table', { name: 'Overdue' })).not.toContainText('7 hours overdue')
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(page.getByRole('table', { name: 'Overdue' })).toContainText('7 hours overdue')
})

test('Whoever a colleague takes or calls is no longer the one to call next, and the focus stays with those who are due', async ({
  page,
  desk,
  anotherPage,
}) => {
  await askEarlier(desk, 'Ravi Invented', '0000000001', 5)
  await askEarlier(desk, 'Devika Invented', '0000000002', 3)
  await askEarlier(desk, 'Kiran Invented', '0000000003', 2)
  await signIn(page, desk, ASHA)
  const meeras = await anotherPage()
  await signIn(meeras, desk, MEERA)
  await meeras.goto('/')
  await page.goto('/')
  await rowOf(page, 'Ravi Invented').getByRole('link', { name: 'Ravi Invented' }).focus()
  await press(meeras, 'Call Ravi Invented')
  await expect(page.getByRole('region', { name: 'About Devika Invented' })).toBeVisible()
  await press(meeras, 'Reached')
  await expect(rowOf(page, 'Ravi Invented')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 3, name: 'Devika Invented' })).toBeFocused()
  // Her next try is later today or tomorrow.
  await press(meeras, 'Call Devika Invented')
  await press(meeras, 'No answer')
  await expect(page.getByRole('heading', { level: 3, name: 'Kiran Invented' })).toBeFocused()
  await page.keyboard.press('c')
  await expect(numberOf(page, 'Kiran Invented')).toBeFocused()
  await page.keyboard.press('4')

  // Whoever chooses somebody of later, since nobody is due, still comes to those who are due then.
  await expect(saved(page)).toContainText('Saved for Kiran')
  await page.getByRole('heading', { level: 3, name: 'Devika Invented' }).focus()
  await expect(page.getByRole('region', { name: 'About Devika Invented' })).toBeVisible()
  await askEarlier(desk, 'Nisha Invented', '0000000004', 0)
  await expect(page.getByRole('region', { name: 'About Nisha Invented' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 3, name: 'Nisha Invented' })).toBeFocused()

  // A dialog stays with whom it was opened for, while the pane goes on to the next.
  await press(page, 'Move to another time')
  const dialog = page.getByRole('dialog', { name: 'Move to another time' })
  await press(meeras, 'Call Nisha Invented')
  await expect(page.getByRole('region', { name: 'About Nisha Invented', includeHidden: true })).toHaveCount(0)
  await expect(dialog).toContainText('When is Nisha Invented to be called?')
  await press(meeras, 'Stop calling')
  await press(page, 'Save')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(/^Nisha Invented: moved to/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('The way back leads from somebody called to whoever is due, never to somebody of later', async ({
  page,
  desk,
}) => {
  await askEarlier(desk, 'Devika Invented', '0000000002', 3)
  await askEarlier(desk, 'Kiran Invented', '0000000003', 2)
  await askEarlier(desk, 'Leela Invented', '0000000004', 1)
  await signIn(page, desk, ASHA)
  await page.goto('/')
  await press(page, 'Call Kiran Invented')
  await press(page, 'Call later')
  await press(page, 'Save')
  await expect(page.getByRole('table', { name: 'Coming days' })).toContainText('Kiran Invented')
  await page.getByRole('link', { name: 'Leela Invented' }).click()
  await press(page, 'Call Leela Invented')
  await press(page, 'Reached')
  await expect(panelOf(page, 'Leela Invented')).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 3, name: 'Devika Invented' })).toBeFocused()
  await look(page, 'Worklist, back from somebody called')
})

test('A filter says whom it shows, a row in which language to speak, and managers release what others hold', async ({
  page,
  desk,
  anotherPage,
}) => {
  await askEarlier(desk, 'Ravi Invented', '0000000001', 3)
  await askEarlier(desk, 'Devika Invented', '0000000002', 2)
  await desk.database.updateTable('callbacks').set({ language: 'hi' }).where('phone_key', '=', '0000000002').execute()
  await signIn(page, desk, ASHA)
  const meeras = await anotherPage()
  await signIn(meeras, desk, MEERA)
  await meeras.goto('/')
  // A service that the department does not offer any more is no filter.
  await page.goto('/?service=No+longer')
  await expect(rowOf(page, 'Devika Invented')).toContainText('Hindi')
  await page.getByLabel('Language').selectOption('Hindi')
  await expect(page).toHaveURL('/?language=hi')
  await expect(page.getByText('Nobody with Hindi is overdue.')).toBeVisible()
  // Paper says which filters are set.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByLabel('Language')).toBeVisible()
  await expect(page.getByLabel('Service')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await expect(rowOf(page, 'Ravi Invented')).toHaveCount(0)
  await expect(page).toHaveTitle('(2) Callback desk')
  // Whom the server names next is not in this list, so the next of the list gets the focus.
  await press(page, 'Call Devika Invented')
  await press(page, 'Reached')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  // In a field, the keys of the list would choose another filter.
  await page.getByLabel('Service').selectOption('Hymenoplasty')
  await page.getByLabel('Service').press('Escape')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByText('Nobody with Hymenoplasty and Hindi is due now.')).toBeVisible()
  await page.setViewportSize({ width: 320, height: 640 })
  const hidden = (part: string) =>
    page.getByRole('region', { name: part }).evaluate((one) => one.scrollHeight - one.clientHeight)
  expect([await hidden('Overdue'), await hidden('Due now')]).toEqual([0, 0])
  await page.setViewportSize({ width: 1280, height: 800 })
  await press(page, 'Show all')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByText('Today: 1 call, 0 booked')).toBeVisible()

  await press(meeras, 'Call Ravi Invented')
  await expect(rowOf(meeras, 'Ravi Invented')).toContainText(/Held by you until \d+:\d\d [ap]m/)
  await expect(rowOf(page, 'Ravi Invented')).toContainText(/Held by Meera Invented until \d+:\d\d [ap]m/)
  await expect(page.getByRole('button', { name: /^(Call|Release) Ravi/ })).toHaveCount(0)
  await page.setViewportSize({ width: 320, height: 640 })
  // Below the name, which has the whole width.
  const held = page.getByRole('listitem').getByText(/^Held by Meera Invented/)
  expect((await held.boundingBox())?.x).toBeLessThan(50)
  await page.setViewportSize({ width: 1280, height: 800 })
  await press(meeras, 'Stop calling')
  await press(page, 'Call Ravi Invented')
  await expect(meeras.getByRole('button', { name: 'Release Ravi Invented' }).first()).toBeVisible()
  expect((await rowOf(meeras, 'Ravi Invented').boundingBox())?.height).toBeLessThan(50)
  await press(meeras, 'Release Ravi Invented')
  await expect(meeras.getByRole('button', { name: 'Call Ravi Invented' }).first()).toBeVisible()
  const hold = panelOf(page, 'Ravi Invented').getByText('You no longer hold this callback. Others can call now.')
  await expect(hold).toBeVisible()
  await press(page, 'Reached')
  await expect(page.getByRole('alert').filter({ hasText: 'a manager released it' })).toBeVisible()
  await press(page, 'Hold again')
  await expect(rowOf(meeras, 'Ravi Invented')).toContainText(/Held by Asha Invented/)
  await expect(hold).toHaveCount(0)
  await expect(numberOf(page, 'Ravi Invented')).toBeFocused()
  // Where the list does not show it, the refusal does.
  await page.getByLabel('Language').selectOption('Hindi')
  await press(meeras, 'Release Ravi Invented')
  await expect(meeras.getByRole('button', { name: 'Call Ravi Invented' }).first()).toBeVisible()
  await press(page, 'Reached')
  await press(page, 'Hold again')
  await expect(numberOf(page, 'Ravi Invented')).toBeFocused()
  await press(page, 'Reached')
  await expect(panelOf(page, 'Ravi Invented')).toHaveCount(0)
})

test('Many rows fit every window, four or twelve at once, and axe finds nothing wrong beside a call', async ({
  page,
  desk,
}) => {
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
  await expect(page.getByRole('link', { name: 'Worklist' })).toBeInViewport()
  // Nothing covers the skip link, nor the menu.
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await skip.focus()
  await skip.click({ trial: true })
  await press(page, MEERA.name)
  await page.getByRole('menuitem', { name: 'Sign out' }).click({ trial: true, position: { x: 20, y: 40 } })
  await page.keyboard.press('Escape')
  await page.evaluate(() => scrollTo(0, 0))
  expect((await overdue.nth(11).boundingBox())?.y).toBeLessThan(800 - 48)
  await page.setViewportSize({ width: 390, height: 844 })
  const cards = page.getByRole('list', { name: 'Overdue' }).getByRole('listitem')
  expect((await cards.nth(4).boundingBox())?.y).toBeLessThan(844)
  await page.evaluate(() => scrollTo(0, 500))
  await expect(page.getByText('Department of Plastic Surgery')).not.toBeInViewport()

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('0000000059')).toBeVisible()
  // Paper does not say when it was printed, so it says days, not "2 hours overdue".
  await expect(page.getByText(/^\d+ hours overdue$/).filter({ visible: true })).toHaveCount(0)
  await expect(page.getByText(/^\d+ \w+, \d+:\d\d [ap]m – /).filter({ visible: true })).toHaveCount(60)
  await expect(page.getByRole('button')).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await press(page, 'Call Ravi Invented 0')
  await press(page, 'Call later')
  for (const width of [1280, 768, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(
      page.getByRole(width < 1024 ? 'list' : 'table', { name: 'Overdue', includeHidden: true }),
    ).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }

  await expectNoViolations(page)

  // Seven pages in one row, of which the one that is shown is in view.
  const pages = page.getByRole('navigation', { name: 'Desk' })
  expect((await pages.boundingBox())?.height).toBeLessThan(50)
  await pages.getByRole('link', { name: 'Staff' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Staff')
  await page.reload()
  await expect(pages.getByRole('link', { name: 'Staff' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('term').filter({ hasText: 'Action' })).toHaveCount(0)
})
