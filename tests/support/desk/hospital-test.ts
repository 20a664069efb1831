import type { Page } from '@playwright/test'
import { freePort } from '../free-port.ts'
import { type RunningProvider, startHospitalProvider } from '../hospital/hospital-provider.ts'
import { test as deskTest } from './desk-test.ts'

/**
 * Journeys at a desk with the hospital's sign-in. The provider is `localhost` and the desk `127.0.0.1`: to browsers these
 * are two sites.
 */
export const test = deskTest.extend<{ deskUrl: string; provider: RunningProvider }>({
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
export async function signInAtProvider(page: Page, subject: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(subject)
  await page.getByPlaceholder('and password').fill('any password')
  await page.getByRole('button', { name: 'Sign-in' }).click()
}
