import { expect } from '@playwright/test'
import { heading } from '../../support/desk/calls.ts'
import { test } from '../../support/desk/desk-test.ts'

const DESK_URL = 'https://desk.clinic.example'

test.use({ environment: { DESK_URL } })

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
