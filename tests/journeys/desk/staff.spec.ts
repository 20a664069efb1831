import { expect } from '@playwright/test'
import { test } from '../../support/desk/desk-test.ts'
import { ASHA, MEERA, signIn } from '../../support/desk/people.ts'
import { look } from '../../support/page/looks.ts'
import { PASSWORD } from '../../support/staff-accounts.ts'

test('A manager invites somebody, whose link works once, and looks after the account, by keyboard too', async ({
  page,
  desk,
  anotherPage,
}) => {
  await signIn(page, desk, MEERA)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Staff' }).click()
  await expect(page).toHaveTitle('Staff – Callback desk')

  const invite = page.getByRole('button', { name: 'Invite somebody' })
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const email = page.getByLabel('E-mail')
  await expect(email).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(email).toHaveAccessibleDescription('Please enter an e-mail address')
  await look(page, 'Invitation dialog, nothing typed')
  await page.keyboard.type(MEERA.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(ASHA.name)
  await page.keyboard.press('Enter')
  await expect(email).toHaveAccessibleDescription('There is already an account with this e-mail address.')
  await expect(page.getByLabel('Name')).toHaveValue(ASHA.name)
  await email.fill(ASHA.email)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/It works once, until \d+ \w+ \d+, \d+:\d\d [ap]m/)).toBeVisible()
  await look(page, 'Link of an invitation')
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('Copied.')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await page.keyboard.press('Escape')
  await expect(invite).toBeFocused()

  const ashas = await anotherPage()
  await ashas.goto(link)
  await expect(ashas).toHaveURL(/\/invitation$/)
  await ashas.reload()
  const password = ashas.getByLabel('Password')
  await password.fill('passwordpassword')
  await ashas.getByRole('button', { name: 'Save and sign in' }).click()
  await expect(password).toHaveAccessibleDescription(/This password is too common/)
  await expect(password).toBeFocused()
  await look(ashas, 'Invitation, common password')
  // While it is corrected, the message follows what is typed.
  await password.fill('too short')
  await expect(password).toHaveAccessibleDescription(/Please use at least 12 characters/)
  await password.fill(PASSWORD)
  await ashas.getByRole('button', { name: 'Save and sign in' }).click()
  await expect(ashas.getByRole('heading', { level: 1 })).toHaveText('Callbacks')
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
  await look(page, 'Link that no longer works')
  await page.goto('/staff')

  const actions = page.getByRole('button', { name: `Actions for ${ASHA.name}` })
  await actions.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Change name or role' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Your own password')).toHaveCount(0)
  await page.getByLabel('Role').selectOption('Manager')
  await page.getByLabel('Your own password').fill('not the password')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Your own password')).toHaveAccessibleDescription('This is not your password')
  await expect(page.getByLabel('Your own password')).toBeFocused()
  await look(page, 'Changing an account')
  await page.getByLabel('Your own password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(ashas.getByText('Your session has ended.')).toBeVisible({ timeout: 2_000 })
  await expect(page.getByRole('row', { name: ASHA.email }).getByRole('cell', { name: 'Manager' })).toBeVisible()

  await actions.click()
  await page.getByRole('menuitem', { name: 'Reset' }).click()
  await page.getByLabel('Your own password').fill(PASSWORD)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click()
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(page.getByLabel('Link')).toHaveValue(/\/invitation#[\w-]{43}$/)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(actions).toBeFocused()
  const asha = page.getByRole('list', { name: 'Staff' }).getByRole('listitem').filter({ hasText: ASHA.email })
  await expect(asha).toContainText('No password yet')

  await actions.click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(asha).toContainText('Disabled')
  await expect(actions).toBeFocused()
  await page.getByRole('button', { name: `Actions for ${MEERA.name}` }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Change name or role'])
  await look(page, 'Menu of an account')
})

test('A coordinator is told which pages are for managers, and sees no links to them', async ({ page, desk }) => {
  await signIn(page, desk, ASHA)
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  for (const path of ['/staff', '/audit', '/report']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Only managers can see this page')
    expect(calls).not.toContain(`/api${path}`)
  }
  await look(page, 'Page for managers only')
  await expect(page.getByRole('navigation', { name: 'Desk' }).getByRole('link')).toHaveText([
    'Worklist',
    'Find',
    'Spam',
  ])
  await page.goto('/find')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find')
  await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveCount(0)
})
