import { expect } from '@playwright/test'
import { CallbackRequests } from '../../../src/server/storage/callback-requests.ts'
import {
  aboutOf,
  alerted,
  ask,
  askEarlier,
  askInTurn,
  heading,
  holdBack,
  nameOf,
  noteOf,
  noticesOn,
  numberOf,
  openForBoth,
  panelOf,
  press,
  rowOf,
  saved,
  status,
  timeline,
} from '../../support/desk/calls.ts'
import { test } from '../../support/desk/desk-test.ts'
import { ASHA, MEERA, signIn } from '../../support/desk/people.ts'
import { look } from '../../support/page/looks.ts'

test('Whoever was just taken is refused, and then somebody else is the next', async ({ page, desk, anotherPage }) => {
  await askInTurn(desk, 'Ravi Invented', 'Devika Invented', 'Kiran Invented', 'Nila Invented')
  const meeras = await openForBoth(page, desk, anotherPage)
  await expect(rowOf(page, 'Ravi Invented')).toBeVisible()
  // The page has not heard yet that he is held.
  const release = await holdBack(page, '/api/worklist?')
  await press(meeras, 'Call Ravi Invented')
  await expect(numberOf(meeras, 'Ravi Invented')).toBeFocused()
  const refused = alerted(page, /^Ravi Invented: Meera Invented holds this callback until/)
  await press(page, 'Call Ravi Invented')
  await expect(refused).toBeVisible()
  release()
  await expect(rowOf(page, 'Ravi Invented')).toContainText('Held by Meera Invented')
  await expect(nameOf(page, 'Ravi Invented')).toBeFocused()
  await expect(aboutOf(page, 'Ravi Invented')).toBeVisible()
  await expect(refused).toBeVisible()
  await look(page, 'Call refused')
  await press(meeras, 'Stop calling')
  await expect(rowOf(page, 'Ravi Invented')).not.toContainText('Held by')
  await refused.getByRole('button', { name: 'Close' }).click()
  await expect(refused).toHaveCount(0)
  await expect(heading(page, 'Callbacks')).toBeFocused()

  const releaseAgain = await holdBack(page, '/api/worklist?')
  await press(meeras, 'Call Ravi Invented')
  await expect(numberOf(meeras, 'Ravi Invented')).toBeFocused()
  await page.keyboard.press('c')
  await expect(refused).toBeVisible()
  await press(meeras, 'No answer')
  await expect(saved(meeras)).toBeVisible()
  const [, comesBack] = /Comes back (.+? [ap]m)/.exec((await saved(meeras).textContent()) ?? '') ?? []
  // The page has not heard of that either, but asks with the time of now.
  await press(page, 'Call Ravi Invented')
  await expect(page.getByRole('alertdialog')).toContainText(`Ravi Invented is to be called from ${comesBack}.`)
  await press(page, 'Wait')
  releaseAgain()
  await expect(rowOf(page, 'Ravi Invented')).toContainText('tried once')
  // Another row was selected only just now.
  for (let press = 0; press < 2; press++) await page.keyboard.press('c')
  await expect(numberOf(page, 'Devika Invented')).toBeFocused()

  // Whom a saved call leads to is called by a colleague, and comes back later.
  await press(page, 'Reached')
  await expect(nameOf(page, 'Kiran Invented')).toBeFocused()
  await press(meeras, 'Call Kiran Invented')
  await expect(aboutOf(page, 'Nila Invented')).toBeVisible()
  await press(meeras, 'No answer')
  await expect(rowOf(page, 'Kiran Invented')).toContainText('tried once')
  await expect(aboutOf(page, 'Nila Invented')).toBeVisible()

  // Nobody calls a relative meanwhile, and the page goes on saying why, whatever it hears.
  await ask(desk, { name: 'Omar Relative', phone: '0000000004' }, 0)
  await press(meeras, 'Call Nila Invented')
  await expect(rowOf(page, 'Nila Invented')).toContainText('Held by Meera Invented')
  await press(page, 'Call Omar Relative')
  await askEarlier(desk, 'Zoya Invented', '0000000005', 0)
  await expect(rowOf(page, 'Zoya Invented')).toBeVisible()
  await expect(alerted(page, 'Meera Invented holds Nila Invented, at the same number, until')).toBeVisible()
  await page.keyboard.press('c')
  await expect(nameOf(page, 'Zoya Invented')).toBeFocused()

  // The reason stays also when the row is gone.
  const releaseList = await holdBack(page, '/api/worklist?')
  await press(meeras, 'Stop calling')
  await press(meeras, 'Call Zoya Invented')
  await press(meeras, 'Reached')
  await expect(saved(meeras)).toBeVisible()
  await press(page, 'Call Zoya Invented')
  releaseList()
  await page.mouse.move(640, 1)
  await expect(rowOf(page, 'Zoya Invented')).toHaveCount(0)
  await expect(alerted(page, 'Zoya Invented: This callback is closed: the result')).toBeVisible()
})

test('Whoever calls somebody who withdraws meanwhile reads so, and saves what came of it', async ({ page, desk }) => {
  const reference = await desk.receive({ name: 'Ravi Invented', timeSlot: 'Anytime' }, { idempotencyKey: 'key' })
  await signIn(page, desk, ASHA)
  await press(page, 'Call Ravi Invented')
  await expect(rowOf(page, 'Ravi Invented')).toContainText('Held by you')
  const told = panelOf(page, 'Ravi Invented').getByRole('status')
  expect(
    await told.evaluateAll((all) => all.filter(({ childNodes, textContent }) => childNodes.length && !textContent)),
  ).toEqual([])
  const requests = new CallbackRequests(desk.database)
  expect(await requests.withdraw({ form: 'appointment', key: 'key' }, new Date())).toBe('withdrawn')
  await expect(status(page, 'The visitor has withdrawn this request.')).toBeVisible()
  await look(page, 'Call, withdrawn')
  await press(page, 'Reached')
  await press(page, 'Undo')
  await expect(numberOf(page, 'Ravi Invented')).toBeFocused()
  await page.reload()
  await expect(status(page, 'The visitor has withdrawn this request.')).toBeVisible()
  await press(page, 'No answer')
  await expect(saved(page)).toContainText('No answer.')
  await page.goto(`/requests/${reference}`)
  await expect(timeline(page).filter({ hasText: 'Withdrawn by the visitor' })).toHaveCount(1)
  await expect(page.getByRole('list', { name: 'Requests' })).toContainText('Withdrawn by the visitor, today')
  await expect(page.getByRole('button', { name: 'Call again' })).toHaveCount(0)
})

test('An open call follows what others do with the callback meanwhile', async ({ page, desk, anotherPage }) => {
  await askEarlier(desk, 'Ravi Invented', '0000000001', 5)
  const meeras = await openForBoth(page, desk, anotherPage)
  await press(page, 'Call Ravi Invented')
  const panel = panelOf(page, 'Ravi Invented')
  await noteOf(page).fill('Half a sentence')
  await expect(rowOf(page, 'Ravi Invented')).toContainText('Held by you')

  const reference = await ask(desk, { service: 'Liposuction' }, 0)
  await expect(status(page, 'They asked again during this call')).toBeVisible()
  await expect(panel).toContainText('Liposuction')
  await expect(panel).toContainText('asked twice')
  await look(page, 'Call, asked again')

  await press(meeras, 'Release Ravi Invented')
  await expect(panel).toContainText('You no longer hold this callback. Others can call now.')
  await press(meeras, 'Call Ravi Invented')
  await expect(status(page, /^Held by Meera Invented until/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hold again' })).toHaveCount(0)
  await look(page, 'Call, held by a colleague')
  await press(meeras, 'Stop calling')
  await expect(panel).toContainText('Others can call now.')
  await press(page, 'Reached')
  await expect(alerted(page, 'Hold it again to save.')).toBeVisible()
  await press(page, 'Hold again')
  await expect(panel).toContainText('Held by you until')
  await expect(numberOf(page, 'Ravi Invented')).toBeFocused()
  await expect(rowOf(meeras, 'Ravi Invented')).toContainText('Held by Asha Invented')

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
  await look(page, 'Call, erased')
  // Nobody asks about the call that is gone.
  await press(page, 'Call Devika Invented')
  await expect(numberOf(page, 'Devika Invented')).toBeFocused()
  await expect(alerted(page, /erased/)).toHaveCount(0)
})

test('As time passes a row is overdue, a hold ends, and Undo goes away', async ({ page, desk, anotherPage }) => {
  await askEarlier(desk, 'Ravi Invented', '0000000001', 3)
  const meeras = await anotherPage()
  await signIn(meeras, desk, MEERA)
  await press(meeras, 'Call Ravi Invented')
  await expect(numberOf(meeras, 'Ravi Invented')).toBeVisible()
  await page.clock.install()
  const told = await noticesOn(page)
  await page.addInitScript(() => localStorage.setItem('desk-tell-me', 'on'))
  let ahead = 0
  const pass = async (minutes: number) => {
    ahead += minutes
    await desk.setClockAhead(ahead * 60_000)
    await page.clock.fastForward(minutes * 60_000)
  }
  const due_until = new Date(Date.now() + 60_000).toISOString()
  await desk.database.updateTable('callbacks').set({ due_until }).execute()
  // The page hears of nothing. A refused stream would make it ask for the server's time just when that leaps.
  await page.route('/api/events', () => {})
  await signIn(page, desk, ASHA)
  await expect(rowOf(page, 'Ravi Invented')).toContainText('Held by Meera')
  await expect(page.getByRole('table', { name: 'Due now' })).toContainText('under a minute left')
  const refetched = page.waitForRequest('/api/worklist?')
  await pass(1.5)
  await expect(page.getByRole('table', { name: 'Overdue' })).toContainText('under a minute overdue')
  // Which does not keep the session alive.
  expect(await (await refetched).headerValue('x-background')).toBe('true')
  // A colleague's hold that is over ends no call.
  await pass(15)
  await press(page, 'Call Ravi Invented')
  await page.clock.fastForward(3_000)
  const panel = panelOf(page, 'Ravi Invented')
  const hold = panel.getByText(/^(Held by you|You held this callback) until/)
  const ended = panel.getByRole('status').filter({ hasText: 'until' })
  await expect(hold).toHaveText(/^Held by you until \d+:\d\d [ap]m$/)
  const first = await hold.textContent()
  // A manager who was late lets go of her own call only.
  await expect(status(meeras, /^Held by Asha Invented until/)).toBeVisible()
  await press(meeras, 'Stop calling')
  await expect(panelOf(meeras, 'Ravi Invented')).toHaveCount(0)
  await noteOf(page).fill('Ask for the ward.')
  await press(page, 'Call later')
  await page.getByLabel('Day', { exact: true }).selectOption('Tomorrow')
  await page.getByLabel('Slot').selectOption('10:00am-12:00pm')

  // The page prolongs the hold by itself, which does not keep the session alive either.
  const prolonged = page.waitForRequest('**/claim')
  await pass(5)
  expect(await (await prolonged).headerValue('x-background')).toBe('true')
  await expect(hold).toHaveText(/^Held by you until/)
  await expect(hold).not.toHaveText(first ?? '')
  // Nothing of it is announced while the patient speaks.
  await expect(ended).toHaveCount(0)
  // A lid is closed meanwhile.
  await pass(30)
  await expect(ended).toHaveText(/^You held this callback until \d+:\d\d [ap]m\. Others can call now\.$/)
  await expect(page).toHaveTitle(/^Hold ended – /)
  expect(await told()).toEqual([expect.stringMatching(/^Your hold of a callback has ended \(hold \d+\)$/)])
  await look(page, 'Call, the hold has ended')
  await press(page, 'Hold again')
  await expect(hold).toHaveText(/^Held by you until/)
  await expect(page).not.toHaveTitle(/Hold ended/)
  await expect(noteOf(page)).toHaveValue('Ask for the ward.')
  await expect(page.getByLabel('Slot')).toHaveValue('10:00am-12:00pm')
  // Forty-five minutes after the last key or press it prolongs no more.
  for (let minutes = 5; minutes < 45; minutes += 5) {
    const prolongedAgain = page.waitForResponse('**/claim')
    await pass(5)
    await prolongedAgain
  }
  await pass(5)
  await pass(11)
  await expect(hold).toHaveText(/^You held this callback until/)
  await press(page, 'Hold again')
  await expect(hold).toHaveText(/^Held by you until/)

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
  await expect(panel.getByRole('alert')).toHaveText('Not saved: Reached. Please use at most 2000 characters')
  await expect(noteOf(page)).toHaveValue('x'.repeat(2_001))
  await look(page, 'Call, a note that is too long')
  await noteOf(page).fill('Ask for the ward.')
  // An answer from before the clock's leap would set the page's clock back.
  const listed = page.waitForResponse('/api/worklist?')
  await press(page, 'Reached')
  await expect(saved(page)).toBeVisible()
  await (await listed).finished()
  await pass(9)
  await expect(saved(page)).toBeVisible()
  // An answer that is on its way during a leap sets the page's clock back by it, at most until the next.
  await expect(async () => {
    await pass(2)
    await expect(saved(page)).toHaveCount(0, { timeout: 500 })
  }).toPass()
})
