import { expect, type Page } from '@playwright/test'
import { alerted, askEarlier, heading, panelOf, press, status } from '../../support/desk/calls.ts'
import { type Desk, test } from '../../support/desk/desk-test.ts'
import { ASHA, DEVIKA, MEERA, signIn, typePassword } from '../../support/desk/people.ts'
import { look } from '../../support/page/looks.ts'
import { codeOf, PASSWORD } from '../../support/staff-accounts.ts'

/** Ends everybody's session, as twelve hours do. */
async function endSessions(page: Page, desk: Desk) {
  const created_at = new Date(Date.now() - 12 * 60 * 60_000).toISOString()
  await desk.database.updateTable('staff_sessions').set({ created_at }).execute()
  await expect(page.getByText('Your session has ended.')).toBeVisible()
}

test('A manager sets up a second factor, and later signs in with a code where she wanted to go', async ({
  page,
  desk,
  anotherPage,
}) => {
  await page.goto(await desk.invite(MEERA))
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up your second factor')
  await page.goto('/staff')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up your second factor')
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  const secret = await page.getByLabel('Key').inputValue()
  await page.getByLabel('Code').fill('12345')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByLabel('Code')).toHaveAccessibleDescription(/Please enter the six digits/)
  await look(page, 'Second factor, no code')
  await page.getByLabel('Code').fill(codeOf(secret))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Staff')

  const later = await anotherPage()
  await later.goto('/audit?kind=invited')
  await expect(later.getByLabel('Email')).toBeFocused()
  await typePassword(later, ` ${MEERA.email.toUpperCase()}`)
  await expect(later.getByLabel('Code')).toBeVisible()
  await look(later, 'Code step')
  for (let tries = 1; tries <= 5; tries++) {
    await later.getByLabel('Code').fill(codeOf(secret, 40 + tries))
    const answered = later.waitForResponse('/api/sign-in/code')
    await later.getByRole('button', { name: 'Sign in' }).click()
    await answered
    await expect(later.getByLabel('Code')).toHaveAccessibleDescription(/This code is wrong.* After five wrong codes,/)
  }
  await press(later, 'Start again')
  await typePassword(later, MEERA.email)
  await expect(later.getByLabel('Code')).toBeFocused()
  await later.keyboard.type(codeOf(secret, 1))
  await later.keyboard.press('Enter')
  await expect(later).toHaveURL('/audit?kind=invited')
  await expect(later.getByLabel('Kind')).toHaveValue('invited')
})

test('A wrong password is refused, and a new one ends the other sessions', async ({ page, desk, anotherPage }) => {
  await signIn(page, desk, ASHA, '/account')
  const other = await anotherPage()
  await other.goto('/account')
  await press(other, 'Sign in')
  await expect(other.getByLabel('Email')).toHaveAccessibleDescription('Please enter your e-mail address')
  await typePassword(other, ASHA.email, 'not the password')
  await expect(alerted(other, 'E-mail or password is wrong.')).toBeVisible()
  await expect(other.getByLabel('Password')).toHaveValue('not the password')
  await look(other, 'Sign-in, wrong password')
  await typePassword(other, ASHA.email)
  await expect(heading(other, 'Account')).toBeVisible()

  await page.getByLabel('Current password').fill('not this one')
  await page.getByLabel('New password').fill('four calm herons wade')
  await press(page, 'Change password')
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription('This is not your password')
  await look(page, 'Account, wrong current password')
  await expect(page.getByLabel('New password')).toHaveValue('four calm herons wade')
  await page.getByLabel('Current password').fill(PASSWORD)
  const reopened = page.waitForResponse('/api/events')
  // A call that the page makes by itself comes with the old cookie, just before the new one arrives.
  let isFirst = true
  await page.route('/api/me', async (route) => {
    if (isFirst) await route.fulfill({ status: 401 })
    else await route.continue()
    isFirst = false
  })
  await press(page, 'Change password')
  await expect(page.getByText('Your password is changed.')).toBeVisible()
  await expect(page.getByLabel('Current password')).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Change password' })).toBeFocused()
  await expect(other.getByText('Your session has ended.')).toBeVisible()
  await page.getByLabel('Current password').fill('x')
  await expect(page.getByText('Your password is changed.')).toBeHidden()

  await press(page, 'Set up a second factor')
  const secondFactor = page.getByRole('heading', { level: 2, name: 'Second factor' })
  await expect(secondFactor).toBeFocused()
  await page.getByLabel('Code').fill(codeOf(await page.getByLabel('Key').inputValue()))
  await press(page, 'Confirm')
  await expect(status(page, 'Your second factor is set up.')).toBeVisible()
  await expect(secondFactor).toBeFocused()
  await page.getByLabel('Your password').fill('not this one')
  await press(page, 'Remove the second factor')
  await expect(page.getByLabel('Your password')).toHaveAccessibleDescription('This is not your password')
  await look(page, 'Account, wrong password for removing the second factor')
  await page.getByLabel('Your password').fill('four calm herons wade')
  await press(page, 'Remove the second factor')
  await expect(status(page, 'Your second factor is removed.')).toBeVisible()
  await expect(secondFactor).toBeFocused()
  await reopened
  await expect(heading(page, 'Account')).toBeVisible()

  const data = { email: ASHA.email, password: 'not the password' }
  const headers = { 'X-Requested-With': 'XMLHttpRequest' }
  for (let tries = 0; tries < 10; tries++) await other.request.post('/api/sign-in', { data, headers })
  await typePassword(other, ASHA.email, 'four calm herons wade')
  await expect(other.getByText(/^Too many tries\. Try again in 1[45] minutes\.$/)).toBeVisible()
})

test('What was typed is there again after the session has ended, for the same person only', async ({ page, desk }) => {
  await askEarlier(desk, 'Ravi Invented', '0000000001', 1)
  await desk.signInNew(DEVIKA)
  await signIn(page, desk, ASHA)
  const panel = panelOf(page, 'Ravi Invented')
  await press(page, 'Call Ravi Invented')
  await panel.getByLabel('Note').fill('Half a sentence')
  await endSessions(page, desk)
  await expect(page.getByLabel('Email')).toHaveValue(ASHA.email)
  await expect(page.getByLabel('Password')).toBeFocused()
  await look(page, 'Session ended')
  await typePassword(page, ASHA.email)
  // The hold has ended with the session.
  await expect(panel).toContainText('You no longer hold this callback. Others can call now.')
  await expect(panel.getByLabel('Note')).toHaveValue('Half a sentence')
  await press(page, 'Stop calling')
  await expect(panel).toHaveCount(0) // it has a note too

  await page.getByRole('link', { name: 'Ravi Invented' }).click()
  await page.getByLabel('Note').fill('On the page')
  await page.reload()
  await expect(page.getByLabel('Note')).toHaveValue('On the page')
  await endSessions(page, desk)
  await typePassword(page, DEVIKA.email)
  await expect(heading(page, 'Ravi Invented')).toBeVisible()
  await expect(page.getByLabel('Note')).toHaveValue('')
  await press(page, 'Call Ravi Invented')
  await expect(panel.getByLabel('Note')).toHaveValue('')
})

test('Tabs of one browser share one stream, and sign out together', async ({ page: first, desk, context }) => {
  const streams: string[] = []
  context.on('request', (request) => request.url().endsWith('/api/events') && streams.push(request.url()))
  await signIn(first, desk, ASHA)
  await expect.poll(() => streams).toHaveLength(1)
  const second = await context.newPage()
  await second.clock.install()
  await second.goto('/account')
  await expect(heading(second, 'Account')).toBeVisible()
  expect(streams).toHaveLength(1)

  // For the second tab, whose clock leaps ahead, the first is silent.
  const takenOver = second.waitForRequest('/api/events')
  await second.clock.fastForward(50_000)
  await takenOver
  const resumed = first.waitForRequest('/api/events')
  await second.close()
  await resumed
  const third = await context.newPage()
  await third.goto('/account')
  await expect(heading(third, 'Account')).toBeVisible()
  expect(streams).toHaveLength(3)

  await press(third, ASHA.name)
  await third.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(third.getByText('You are signed out.')).toBeVisible()
  await expect(first.getByText('Your session has ended.')).toBeVisible()
})
