import { expect, type Page } from '@playwright/test'
import { askEarlier, noteOf, numberOf, panelOf, press, rowOf, saved } from '../../support/desk/calls.ts'
import { test } from '../../support/desk/desk-test.ts'
import { ASHA, MEERA, signIn } from '../../support/desk/people.ts'
import { look } from '../../support/page/looks.ts'

const alerted = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })

test('Whoever presses the button of somebody just taken reads why it is refused, after the list has changed too', async ({
  page,
  desk,
  anotherPage,
}) => {
  await askEarlier(desk, 'Ravi Invented', '0000000001', 3)
  await askEarlier(desk, 'Devika Invented', '0000000002', 2)
  await signIn(page, desk, MEERA)
  const ashas = await anotherPage()
  await signIn(ashas, desk, ASHA)
  await ashas.goto('/')
  await expect(rowOf(ashas, 'Ravi Invented')).toBeVisible()
  const heard = Promise.withResolvers<void>()
  await ashas.route('/api/worklist?', async (route) => {
    await heard.promise
    await route.continue()
  })
  await page.goto('/')
  await press(page, 'Call Ravi Invented')
  await expect(numberOf(page, 'Ravi Invented')).toBeFocused()
  const refused = alerted(ashas, /^Ravi Invented: Meera Invented holds this callback until/)
  await press(ashas, 'Call Ravi Invented')
  await expect(refused).toBeVisible()
  heard.resolve()
  await expect(rowOf(ashas, 'Ravi Invented')).toContainText('Held by Meera Invented')
  await expect(ashas.getByRole('heading', { name: 'Ravi Invented' })).toBeFocused()
  await expect(refused).toBeVisible()
})

test('An open call follows what others do with the callback meanwhile', async ({ page, desk, anotherPage }) => {
  await askEarlier(desk, 'Ravi Invented', '0000000001', 5)
  await signIn(page, desk, ASHA)
  const meeras = await anotherPage()
  await signIn(meeras, desk, MEERA)
  await page.goto('/')
  await meeras.goto('/')
  await press(page, 'Call Ravi Invented')
  const panel = panelOf(page, 'Ravi Invented')
  await noteOf(page).fill('Half a sentence')
  await expect(rowOf(page, 'Ravi Invented')).toContainText('Held by you')

  const reference = await desk.receive({
    name: 'Ravi Invented',
    phone: '0000000001',
    service: 'Liposuction',
    timeSlot: 'Anytime',
  })
  await expect(panel.getByRole('status').filter({ hasText: 'They asked again during this call' })).toBeVisible()
  await expect(panel).toContainText('Liposuction')
  await expect(panel).toContainText('asked twice')
  await look(page, 'Call, asked again')

  await press(meeras, 'Release Ravi Invented')
  await expect(panel).toContainText('Others can call now.')
  await press(meeras, 'Call Ravi Invented')
  await expect(panel.getByRole('status').filter({ hasText: /^Held by Meera Invented until/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hold again' })).toHaveCount(0)
  await look(page, 'Call, held by a colleague')
  await press(meeras, 'Stop calling')
  await expect(panel).toContainText('Others can call now.')
  await press(page, 'Hold again')
  await expect(panel).toContainText('Held by you until')
  await expect(rowOf(page, 'Ravi Invented')).toContainText('Held by you')

  await askEarlier(desk, 'Devika Invented', '0000000002', 2)
  await press(page, 'Call Devika Invented')
  await expect(page.getByRole('alertdialog', { name: 'Begin another call?' })).toBeVisible()
  await meeras.getByRole('link', { name: 'Ravi Invented' }).first().click()
  await press(meeras, 'Erase…')
  const dialog = meeras.getByRole('alertdialog')
  await dialog.getByRole('textbox').fill(reference)
  await dialog.getByRole('button', { name: 'Erase' }).click()
  await expect(alerted(page, /^This callback was erased meanwhile\./)).toBeVisible()
  await expect(panel).toHaveCount(0)
  await expect(rowOf(page, 'Ravi Invented')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await look(page, 'Call, erased')
  await press(page, 'Close')
  await expect(alerted(page, /erased/)).toHaveCount(0)
  // Nobody asks about the call that is gone.
  await press(page, 'Call Devika Invented')
  await expect(numberOf(page, 'Devika Invented')).toBeFocused()
})

test('A hold of a colleague that is over ends no call, also when the page hears of nothing', async ({
  page,
  desk,
  anotherPage,
}) => {
  await askEarlier(desk, 'Ravi Invented', '0000000001', 5)
  await signIn(page, desk, ASHA)
  const meeras = await anotherPage()
  await signIn(meeras, desk, MEERA)
  await meeras.goto('/')
  await press(meeras, 'Call Ravi Invented')
  await expect(numberOf(meeras, 'Ravi Invented')).toBeVisible()
  await page.clock.install()
  await page.route('/api/events', (route) => route.abort())
  await page.goto('/')
  await expect(rowOf(page, 'Ravi Invented')).toContainText('Held by Meera')
  await desk.setClockAhead(16 * 60_000)
  await page.clock.fastForward(16 * 60_000)
  await press(page, 'Call Ravi Invented')
  await page.clock.fastForward(3_000)
  await expect(panelOf(page, 'Ravi Invented')).toContainText('Held by you until')
})

test('The panel says until when a call is held and holds it again; Undo goes away after ten minutes', async ({
  page,
  desk,
}) => {
  await askEarlier(desk, 'Ravi Invented', '0000000001', 3)
  await signIn(page, desk, ASHA)
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
  const first = await hold.textContent()
  await noteOf(page).fill('Ask for the ward.')
  await press(page, 'Call later')
  await page.getByLabel('Slot').selectOption('10:00am-12:00pm')

  await pass(13)
  await expect(hold).toHaveText(/^Held by you until \d+:\d\d [ap]m: 1 minute left$/)
  await look(page, 'Call, the hold ends soon')
  await press(page, 'Hold longer')
  await expect(hold).toHaveText(/^Held by you until \d+:\d\d [ap]m$/)
  await expect(hold).not.toHaveText(first ?? '')
  await pass(16)
  await expect(hold).toHaveText(/^You held this callback until \d+:\d\d [ap]m\. Others can call now\.$/)
  await look(page, 'Call, the hold has ended')
  await press(page, 'Hold again')
  await expect(hold).toHaveText(/^Held by you until/)
  await expect(noteOf(page)).toHaveValue('Ask for the ward.')
  await expect(page.getByLabel('Slot')).toHaveValue('10:00am-12:00pm')

  // Nothing moves below the pointer, and nothing of a long note is cut.
  const done = page.getByRole('group', { name: 'Done' })
  const place = await done.boundingBox()
  await page.context().grantPermissions(['clipboard-write'])
  await press(page, 'Copy number')
  await expect(panel.getByRole('status').filter({ hasText: 'Copied.' })).toHaveCount(1)
  expect(await done.boundingBox()).toEqual(place)
  await press(page, 'Call later')
  await noteOf(page).fill('x'.repeat(2_001))
  await press(page, 'Reached')
  await expect(panel.getByRole('alert')).toHaveText('Please use at most 2000 characters')
  await expect(noteOf(page)).toHaveValue('x'.repeat(2_001))
  await look(page, 'Call, a note that is too long')
  await noteOf(page).fill('Ask for the ward.')
  await press(page, 'Reached')
  await expect(saved(page)).toBeVisible()
  await pass(9)
  await expect(saved(page)).toBeVisible()
  await pass(2)
  await expect(saved(page)).toHaveCount(0)
})
