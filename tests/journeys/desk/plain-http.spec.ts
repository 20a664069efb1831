import { expect } from '@playwright/test'
import { heading } from '../../support/desk/calls.ts'
import { test } from '../../support/desk/desk-test.ts'
import { CHROMIUM_ARGS, findChromium } from '../../support/page/chromium.ts'

const DESK_URL = 'https://desk.clinic.example'

const browser = await findChromium()
const args = [...CHROMIUM_ARGS, '--host-resolver-rules=MAP desk.clinic.example 127.0.0.1']
test.use({
  environment: { DESK_URL },
  launchOptions: { ...browser, env: { ...(process.env as Record<string, string>), ...browser.env }, args },
})

test('Opened by plain http while staff have https, the desk says where it is', async ({ context, desk }) => {
  const page = await context.newPage()
  const opened = new URL(desk.address)
  opened.hostname = new URL(DESK_URL).hostname
  await page.goto(opened.href)
  await expect(page.getByText('The callback desk is at https://desk.clinic.example.')).toBeVisible()
  await expect(page.getByRole('link')).toHaveAttribute('href', `${DESK_URL}/`)
  // On the machine itself it works.
  await page.goto(desk.address)
  await expect(heading(page, 'Sign in')).toBeVisible()
  await expect(page.getByText('The callback desk is at')).toBeHidden()
})
