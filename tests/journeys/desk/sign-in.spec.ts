import { expect } from '@playwright/test'
import { test } from '../../support/desk/desk-test.ts'
import { ASHA, codeOf, MEERA, PASSWORD, typePassword } from '../../support/desk/people.ts'
import { look } from '../../support/page/looks.ts'

test('A manager sets up a second factor, and later signs in with a code where she wanted to go', async ({
  page,
  desk,
  anotherPage,
}) => {
  await page.goto(await desk.invite(MEERA.email, MEERA.name, MEERA.role))
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
    if (tries < 5) await expect(later.getByLabel('Code')).toHaveAccessibleDescription(/This code is wrong/)
  }
  await expect(later.getByText('Too many wrong codes. Please sign in again.')).toBeVisible()
  await typePassword(later, MEERA.email)
  await expect(later.getByLabel('Code')).toBeFocused()
  await later.keyboard.type(codeOf(secret, 1))
  await later.keyboard.press('Enter')
  await expect(later).toHaveURL('/audit?kind=invited')
  await expect(later.getByLabel('Kind')).toHaveValue('invited')
})

test('Wrong passwords and too many tries are said in plain words', async ({ page, desk }) => {
  await desk.invite(ASHA.email, ASHA.name, ASHA.role)
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please enter your e-mail address')
  for (let tries = 0; tries < 10; tries++) {
    await typePassword(page, ASHA.email, 'not the password')
    // Gone while a try is on its way, during which the form takes no other.
    await expect(page.getByRole('alert').filter({ hasText: 'E-mail or password is wrong.' })).toBeVisible()
  }
  await expect(page.getByLabel('Password')).toHaveValue('not the password')
  await look(page, 'Sign-in, wrong password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText(/^Too many tries\. Try again in 1[45] minutes\.$/)).toBeVisible()
})
