import { expect } from '@playwright/test'
import {
  aboutOf,
  ask,
  askEarlier,
  askInTurn,
  holdBack,
  nameOf,
  noteOf,
  numberOf,
  panelOf,
  press,
  rowOf,
  rowsIn,
  saved,
  status,
} from '../../support/desk/calls.ts'
import { test } from '../../support/desk/desk-test.ts'
import { ASHA, MEERA, signIn } from '../../support/desk/people.ts'
import { look } from '../../support/page/looks.ts'

test('A call is saved with a note and undone, and what is tried again is stored once', async ({ page, desk }) => {
  await askInTurn(desk, 'Ravi Invented', 'Devika Invented')
  const message = 'Please call after lunch.\n'.repeat(40)
  await desk.database.updateTable('callback_requests').set({ message }).where('name', '=', 'Ravi Invented').execute()
  await ask(desk, { name: 'Omar Invented' }, 0)
  await signIn(page, desk, ASHA)
  // What was asked is read once somebody looks, and the audit log says so.
  const about = aboutOf(page, 'Ravi Invented')
  const read = desk.database.selectFrom('audit_events').select('id').where('kind', '=', 'person-read')
  await expect(about).toBeVisible()
  expect(await read.execute()).toEqual([])
  for (const key of ['j', 'k']) await page.keyboard.press(key)
  await expect(about).toContainText('Please call after lunch.')
  expect(await read.execute()).not.toEqual([])
  await press(page, 'Call Ravi Invented')
  const panel = panelOf(page, 'Ravi Invented')
  // Also where the message is long.
  await expect(
    panel.getByText('Others at this number: Omar Invented, any time. Do not mention why they asked.'),
  ).toBeInViewport()
  await noteOf(page).fill('Ask for the ward.')
  const keys: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/outcomes')) keys.push(request.headers()['idempotency-key'] ?? '')
  })
  await page.route('**/outcomes', (route) => route.fulfill({ status: 503 }))
  await press(page, 'No answer')
  await expect(panel.getByRole('alert')).toContainText(/^Not saved: No answer\. .*not available at the moment/)
  await expect(noteOf(page)).toHaveValue('Ask for the ward.')
  await expect(panel.getByText('Please call after lunch.')).toBeInViewport()
  for (const name of ['Done', 'Try again', 'Close']) {
    await expect(page.getByRole('group', { name })).toBeInViewport({ ratio: 1 })
  }
  await look(page, 'Call, not saved')
  // It is saved, but its answer is lost.
  await page.unrouteAll()
  await page.route('**/outcomes', (route) => route.fetch().then(() => route.abort()), { times: 1 })
  await press(page, 'No answer')
  await expect(rowOf(page, 'Ravi Invented')).toContainText('tried once')
  await expect(panel.getByRole('alert')).toHaveText(
    /^Perhaps not saved: No answer\..* Press it again: it is saved once\.$/,
  )
  await expect(panel).not.toContainText('Others can call now')
  await press(page, 'No answer')
  await expect(saved(page)).toHaveText(
    /^Saved for Ravi Invented: No answer\. Comes back (today|tomorrow), \d+:\d\d [ap]m\./,
  )
  expect(keys).toEqual([expect.stringMatching(/^[\da-f]{32}$/), keys[0], keys[0]])
  await expect(nameOf(page, 'Devika Invented')).toBeFocused()
  await expect(rowOf(page, 'Ravi Invented')).toContainText('tried once')
  await look(page, 'Call saved')

  await press(page, 'Undo')
  await expect(noteOf(page)).toHaveValue('Ask for the ward.')
  await expect(panel.getByRole('region', { name: 'What to know' })).not.toContainText('Ask for the ward.')
  await press(page, 'Stop calling')
  await expect(panel).toHaveCount(0)
  await page.reload()
  await press(page, 'Call Ravi Invented')
  await expect(noteOf(page)).toHaveValue('Ask for the ward.')
  await press(page, 'Call later')
  const later = page.getByRole('group', { name: 'Call later' })
  await expect(later.getByLabel('Exact time')).toBeFocused()
  await later.getByLabel('Day').selectOption('Another date…')
  await press(page, 'Save')
  await expect(panel.getByRole('alert')).toHaveText('Not saved: Call later. Please choose a time')
  for (const each of [panel.getByRole('alert'), later.getByRole('button', { name: 'Save' })]) {
    await expect(each).toBeInViewport({ ratio: 1 })
  }
  await look(page, 'Call later, no time')
  await later.getByLabel('Day').selectOption('Tomorrow')
  await later.getByLabel('Exact time').fill('15:30')
  await press(page, 'Save')
  await expect(saved(page)).toContainText('Saved for Ravi Invented: Call later. Comes back tomorrow, 3:30 pm.')
  await expect(rowOf(page, 'Ravi Invented')).toContainText('at 3:30 pm tomorrow')

  await press(page, 'Call Ravi Invented')
  const early = page.getByRole('alertdialog', { name: 'Call before the chosen time?' })
  await expect(early).toContainText('Ravi Invented is to be called from tomorrow, 3:30 pm.')
  await early.getByRole('button', { name: 'Wait' }).click()
  await expect(rowOf(page, 'Ravi Invented').getByRole('button', { name: 'Call Ravi Invented' })).toBeFocused()
  await press(page, 'Call Ravi Invented')
  await look(page, 'Call before the chosen time')
  await early.getByRole('button', { name: 'Call now' }).click()
  await expect(numberOf(page, 'Ravi Invented')).toBeFocused()
  // What is known is in the panel; the note that came back by Undo is stored once, also after a reload.
  await expect(panel).toContainText('Rhinoplasty, at 3:30 pm, tomorrow')
  await expect(panel).toContainText(/Last: Call later, today \d+:\d\d [ap]m, Asha Invented/)
  await expect(panel.getByText('Ask for the ward.')).toHaveCount(1)
  // Typed again about another call, the same words are another note.
  await noteOf(page).fill('Ask for the ward.')
  await press(page, 'Call later')
  await later.getByLabel('Day').selectOption('Tomorrow')
  await later.getByLabel('Slot').selectOption('Anytime')
  await press(page, 'Save')
  await expect(saved(page)).toContainText('Call later. Comes back tomorrow, any time.')
  const notes = desk.database.selectFrom('notes').select('text').where('text', '=', 'Ask for the ward.')
  expect(await notes.execute()).toHaveLength(2)
  await press(page, 'Close')
  await expect(saved(page)).toHaveCount(0)
})

test('An open call ends only on purpose, outlives a reload with its note, and is in no other tab', async ({
  page,
  desk,
}) => {
  await ask(desk, { service: 'Liposuction' }, 5)
  await askInTurn(desk, 'Ravi Invented', 'Devika Invented')
  await signIn(page, desk, ASHA)
  const otherTab = await page.context().newPage()
  await otherTab.goto('/')
  await press(page, 'Call Ravi Invented')
  const panel = panelOf(page, 'Ravi Invented')
  await expect(panel).toContainText(
    /asked twice:Rhinoplasty, Anytime, asked (to|yester)day \d+:\d\d [ap]m Liposuction, Anytime, asked (to|yester)day/,
  )
  await noteOf(page).fill('Half a sentence')
  await press(page, 'Call Devika Invented')
  const question = page.getByRole('alertdialog', { name: 'Begin another call?' })
  await question.getByRole('button', { name: 'Go on with this call' }).click()
  await expect(numberOf(page, 'Ravi Invented')).toBeFocused()

  // The store may not be available at the first try.
  await page.route('/api/callbacks/*', (route) => route.fulfill({ status: 503 }), { times: 1 })
  const asked = page.waitForEvent('dialog')
  const reloaded = page.reload()
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
  await reloaded
  await expect(numberOf(page, 'Ravi Invented')).toBeFocused()
  await expect(noteOf(page)).toHaveValue('Half a sentence')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Half a sentence')
  await expect(rowOf(otherTab, 'Ravi Invented')).toContainText('Held by you')
  await expect(panelOf(otherTab, 'Ravi Invented')).toHaveCount(0)
  await press(otherTab, 'Call Devika Invented')
  await expect(otherTab.getByRole('alertdialog')).toContainText('the call with Ravi Invented yet')
  await press(otherTab, 'Go on with this call')
  await noteOf(page).fill('')
  await panel.getByRole('link', { name: 'Ravi Invented' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ravi Invented' }).waitFor()
  await page.reload()
  await expect(numberOf(page, 'Ravi Invented')).toBeFocused()
  // What a reload opens again comes too late, when another call has begun.
  const release = await holdBack(page, '/api/callbacks/*')
  await page.goto('/')
  await press(page, 'Call Devika Invented')
  await question.getByRole('button', { name: 'Stop and call' }).click()
  await expect(numberOf(page, 'Devika Invented')).toBeFocused()
  const read = page.waitForResponse('/api/callbacks/*')
  release()
  await (await read).finished()
  await expect(rowOf(page, 'Ravi Invented').getByRole('button', { name: 'Call Ravi Invented' })).toBeVisible()

  // In another tab, or on one's own phone, a result is saved first.
  const devikas = panelOf(page, 'Devika Invented')
  await noteOf(page).fill('Ask for the ward.')
  await expect(rowOf(page, 'Devika Invented')).toContainText('Held by you')
  await press(otherTab, 'Call Devika Invented')
  await press(otherTab, 'Reached')
  await expect(status(page, 'Closed. Nobody needs to call now.')).toBeVisible()
  await expect(devikas).not.toContainText('Held by you')
  await expect(page.getByRole('group', { name: 'Done' })).toHaveCount(0)
  await look(page, 'Call, settled elsewhere')
  await noteOf(page).press('Escape')
  await page.keyboard.press('x')
  await press(page, 'Save note')
  await expect(devikas.getByText('Ask for the ward.')).toBeVisible()
  await expect(noteOf(page)).toHaveValue('')
  await noteOf(page).fill('Half a sentence')
  await press(page, 'Drop the note')
  await expect(devikas).toHaveCount(0)

  // Whoever signs out lets go of the call.
  await press(page, 'Call Ravi Invented')
  await noteOf(page).fill('Half a sentence')
  const signOut = async (answer: string) => {
    await press(page, ASHA.name)
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    const leaving = page.getByRole('alertdialog', { name: 'Sign out without this note?' })
    await look(page, 'Sign out, with a note')
    await leaving.getByRole('button', { name: answer }).click()
  }
  await signOut('Stay')
  await expect(noteOf(page)).toHaveValue('Half a sentence')
  await signOut('Sign out')
  await expect(page.getByText('You are signed out.')).toBeVisible()
  const held = desk.database.selectFrom('callbacks').select('id').where('claimed_by', 'is not', null)
  expect(await held.execute()).toEqual([])
})

test.describe('On a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('a call is made and dialled by touch, with the number within reach of a thumb', async ({
    page,
    desk,
    anotherPage,
  }) => {
    await askEarlier(desk, 'Ravi Invented', '0000000001', 3)
    const dialled: string[] = []
    await page.exposeFunction('onDialled', (href: string) => dialled.push(href))
    await page.addInitScript(() => {
      HTMLAnchorElement.prototype.click = function () {
        ;(window as unknown as { onDialled: (href: string) => void }).onDialled(this.href)
      }
    })
    await signIn(page, desk, ASHA)
    const due = page.getByRole('table', { name: 'Due now' })
    await page.getByRole('link', { name: 'Ravi Invented' }).tap()
    await expect(aboutOf(page, 'Ravi Invented')).toBeVisible()
    await expect(due).toBeHidden()
    // Whoever calls him meanwhile, nothing else comes under a thumb.
    const meeras = await anotherPage()
    await signIn(meeras, desk, MEERA)
    await press(meeras, 'Call Ravi Invented')
    await expect(aboutOf(page, 'Ravi Invented')).toContainText('Held by Meera Invented')
    await press(meeras, 'No answer')
    await expect(aboutOf(page, 'Ravi Invented')).toContainText('tried once')
    await press(meeras, 'Undo')
    await press(meeras, 'Stop calling')
    await expect(due).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(nameOf(page, 'Ravi Invented')).toBeFocused()
    // A finger may land on a row that has just come there.
    await page.clock.pauseAt(new Date(Date.now() + 1_000))
    await askEarlier(desk, 'Kiran Invented', '0000000002', 5)
    await expect(rowsIn(page, 'Due now').first()).toContainText('Kiran Invented')
    await due.getByRole('button', { name: 'Call Kiran Invented' }).tap()
    await expect(nameOf(page, 'Kiran Invented')).toBeFocused()
    await page.clock.fastForward(1_000)
    await page.clock.resume()
    await due.getByRole('button', { name: 'Call Ravi Invented' }).tap()
    const number = numberOf(page, 'Ravi Invented')
    await expect(number).toBeInViewport()
    await expect(panelOf(page, 'Ravi Invented').getByRole('group', { name: 'Close' })).toBeInViewport({ ratio: 1 })
    expect(dialled).toEqual(['tel:0000000001'])
    // A thumb reaches the lower two thirds of the screen.
    expect((await number.boundingBox())?.y).toBeGreaterThan(844 / 3)
    for (const button of await panelOf(page, 'Ravi Invented').getByRole('button').all()) {
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
    // The dialler hides the page, which the telephone may then end.
    await noteOf(page).fill('Half a sentence')
    const kept = (isHidden: boolean) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
        return JSON.stringify(sessionStorage).includes('Half a sentence')
      }, isHidden)
    expect([await kept(true), await kept(false)]).toEqual([true, false])
    await noteOf(page).fill('')
    await page.getByRole('button', { name: 'No answer' }).tap()
    await expect(saved(page)).toContainText('No answer.')
    await page.getByRole('button', { name: 'Undo' }).tap()
    await page.getByRole('button', { name: 'Stop calling' }).tap()
    await expect(due).toContainText('Ravi Invented')
    await expect(panelOf(page, 'Ravi Invented')).toHaveCount(0)
    expect(dialled).toHaveLength(1)
  })
})
