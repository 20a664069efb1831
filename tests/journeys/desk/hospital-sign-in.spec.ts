import { expect, type Page } from '@playwright/test'
import { askEarlier } from '../../support/desk/calls.ts'
import { test as deskTest } from '../../support/desk/desk-test.ts'
import { MEERA, typePassword } from '../../support/desk/people.ts'
import { freePort } from '../../support/free-port.ts'
import { ROLE_VALUES, type RunningProvider, startHospitalProvider } from '../../support/hospital/hospital-provider.ts'
import { look } from '../../support/page/looks.ts'
import { codeOf } from '../../support/staff-accounts.ts'

const NINA = { name: 'Nina Invented', email: 'nina@clinic.example', roles: [ROLE_VALUES.managerValue] }
const HOSPITAL = 'Sign in with the hospital’s account'

/**
 * Journeys at a desk with the hospital's sign-in. The provider is `localhost` and the desk `127.0.0.1`: to browsers these
 * are two sites.
 */
const test = deskTest.extend<{ deskUrl: string; provider: RunningProvider }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures this one needs
  deskUrl: async ({}, use) => use(`http://127.0.0.1:${await freePort()}`),
  provider: async ({ deskUrl }, use) => {
    const provider = await startHospitalProvider(deskUrl)
    await use(provider)
    await provider.stop()
  },
  environment: async ({ deskUrl, provider: { settings } }, use) =>
    use({
      DESK_URL: deskUrl,
      DESK_PORT: new URL(deskUrl).port,
      DESK_OIDC_ISSUER: settings.issuer.href,
      DESK_OIDC_CLIENT_ID: settings.clientId,
      DESK_OIDC_CLIENT_SECRET: settings.clientSecret ?? '',
      DESK_OIDC_COORDINATOR_VALUE: settings.coordinatorValue,
      DESK_OIDC_MANAGER_VALUE: settings.managerValue,
    }),
  // The provider's pages name a typeface on the internet.
  page: async ({ page }, use) => {
    await page.route('https://fonts.googleapis.com/**', (route) => route.abort('failed'))
    await use(page)
  },
})

/** Signs in on the provider's own page. */
async function signInAtProvider(page: Page, subject: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(subject)
  await page.getByPlaceholder('and password').fill('any password')
  await page.getByRole('button', { name: 'Sign-in' }).click()
}

test("Staff sign in on the hospital's own page, arrive where they were with what they typed, and sign out there too", async ({
  page,
  provider,
  desk,
}) => {
  provider.people.nina = NINA
  await askEarlier(desk, 'Ravi Invented', '0000000001', 1)
  await page.goto('/find?status=booked')
  await page.getByRole('link', { name: HOSPITAL }).click()
  await expect(page).toHaveURL(/^http:\/\/localhost:/)
  await signInAtProvider(page, 'nina')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find')
  expect(page.url()).toBe(`${desk.address}/find?status=booked`)

  await page.goto('/')
  await page.getByRole('link', { name: 'Ravi Invented' }).click()
  await page.getByLabel('Note').fill('Half a sentence')
  await desk.database.deleteFrom('staff_sessions').execute()
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  // The provider still knows the person, and asks nothing.
  await page.getByRole('link', { name: HOSPITAL }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ravi Invented' })).toBeVisible()
  await expect(page.getByLabel('Note')).toHaveValue('Half a sentence')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(/Half a sentence|wanted/)

  await page.getByRole('link', { name: 'Staff' }).click()
  const nina = page.getByRole('row', { name: /Nina Invented/ })
  await expect(nina).toContainText('Hospital’s account')
  await expect(nina.getByRole('button')).toHaveCount(0)
  await look(page, 'Staff with accounts of the hospital')
  await page.getByRole('link', { name: 'Audit' }).click()
  await expect(page.getByText('Signed in: by the hospital’s sign-in').first()).toBeVisible()
  await look(page, 'Audit with a sign-in of the hospital')

  await page.getByRole('button', { name: NINA.name }).click()
  await page.getByRole('menuitem', { name: 'Account' }).click()
  await expect(page.getByText('You sign in with the hospital’s account.')).toBeVisible()
  await look(page, 'Account of the hospital')
  await expect(page.getByLabel('Current password')).toHaveCount(0)
  await page.getByRole('button', { name: NINA.name }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign out of the hospital' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'You are signed out.' })).toBeVisible()
  await page.getByRole('link', { name: HOSPITAL }).click()
  await expect(page.getByPlaceholder('Enter any login')).toBeVisible()
})

test('Somebody without a role is told so, and an emergency account works beside', async ({ page, provider, desk }) => {
  provider.people.nina = { ...NINA, roles: ['other'] }
  const { secret } = await desk.signInNew(MEERA)
  await page.goto('/sign-in')
  await page.getByRole('link', { name: HOSPITAL }).click()
  await signInAtProvider(page, 'nina')
  await expect(page.getByRole('alert').filter({ hasText: 'not allowed to use the callback desk' })).toBeVisible()
  await look(page, 'Hospital’s sign-in, refused')

  await page.getByRole('button', { name: 'Use an emergency account' }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await look(page, 'Emergency account')
  await typePassword(page, MEERA.email)
  await page.getByLabel('Code').fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Callbacks')
  // Whoever begins too often is led back.
  await page.context().clearCookies()
  for (let begun = 0; begun < 30; begun++) await page.request.get('/sign-in/hospital', { maxRedirects: 0 })
  await page.goto('/sign-in')
  await page.getByRole('link', { name: HOSPITAL }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Too many tries.' })).toBeVisible()
})
