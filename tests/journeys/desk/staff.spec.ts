import { expect } from '@playwright/test'
import { test } from '../../support/desk/desk-test.ts'
import { ASHA, MEERA, PASSWORD, signIn } from '../../support/desk/people.ts'

test('A manager invites somebody, copies the link, and looks after the account', async ({
  page,
  desk,
  anotherPage,
}) => {
  await signIn(page, desk, MEERA)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Staff' }).click()
  await expect(page).toHaveTitle('Staff – Callback desk')

  await page.getByRole('button', { name: 'Invite somebody' }).click()
  await page.getByLabel('E-mail').fill(MEERA.email)
  await page.getByLabel('Name').fill(ASHA.name)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(
    'There is already an account with this e-mail address.',
  )
  await expect(page.getByLabel('Name')).toHaveValue(ASHA.name)
  await page.getByLabel('E-mail').fill(ASHA.email)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByText(/It works once, until \d+ \w+ \d+, \d+:\d\d [ap]m/)).toBeVisible()
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('Copied.')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: 'Done' }).click()

  const ashas = await anotherPage()
  await ashas.goto(link)
  await ashas.getByLabel('Password').fill(PASSWORD)
  await ashas.getByRole('button', { name: 'Save and sign in' }).click()
  await expect(ashas.getByRole('heading', { level: 1 })).toHaveText('Callbacks')

  const actions = page.getByRole('button', { name: `Actions for ${ASHA.name}` })
  await actions.click()
  await page.getByRole('menuitem', { name: 'Change name or role' }).click()
  await expect(page.getByLabel('Your own password')).toHaveCount(0)
  await page.getByLabel('Role').selectOption('Manager')
  await page.getByLabel('Your own password').fill('not the password')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Your own password')).toHaveAccessibleDescription('This is not your password')
  await expect(page.getByLabel('Your own password')).toBeFocused()
  await page.getByLabel('Your own password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: ASHA.email }).getByRole('cell', { name: 'Manager' })).toBeVisible()
  await expect(ashas.getByText('Your session has ended.')).toBeVisible()

  await actions.click()
  await page.getByRole('menuitem', { name: 'Reset' }).click()
  await page.getByLabel('Your own password').fill(PASSWORD)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click()
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(page.getByLabel('Link')).toHaveValue(/\/invitation#/)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(actions).toBeFocused()
  const asha = page.getByRole('list', { name: 'Staff' }).getByRole('listitem').filter({ hasText: ASHA.email })
  await expect(asha).toContainText('No password yet')
  await page.getByRole('button', { name: `Actions for ${MEERA.name}` }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Change name or role'])
})

test('A coordinator is told which pages are for managers, and sees no links to them', async ({ page, desk }) => {
  await signIn(page, desk, ASHA)
  for (const path of ['/staff', '/audit', '/report']) {
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Only managers can see this page')
    expect(calls).not.toContain(`/api${path}`)
  }
  await page.getByRole('link', { name: 'Go to the first page' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Callbacks')
  await expect(page.getByRole('navigation', { name: 'Desk' }).getByRole('link')).toHaveText([
    'Worklist',
    'Find',
    'Spam',
  ])
})

test('A store that is not available is said, and the page recovers', async ({ page, desk }) => {
  await signIn(page, desk, MEERA)
  await page.route('/api/events', () => {}) // once connected, the page would fetch everything again by itself
  await page.route('/api/staff', (route) => route.fulfill({ status: 503 }))
  await page.goto('/staff')
  await expect(page.getByRole('alert').filter({ hasText: 'not available at the moment' })).toBeVisible()
  await page.route('/api/staff', (route) => route.continue())
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('row', { name: MEERA.email })).toBeVisible()
})
