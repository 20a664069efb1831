import { expect, type Page } from '@playwright/test'
import { holdBack, rowsIn } from '../../support/desk/calls.ts'
import { test } from '../../support/desk/desk-test.ts'
import { ASHA, MEERA, signIn } from '../../support/desk/people.ts'
import { look } from '../../support/page/looks.ts'
import { expectNoViolationsHere } from '../../support/page/violations.ts'

const restoreOf = (page: Page, name: string) => page.getByRole('button', { name: `Restore ${name}`, exact: true })

test('Requests that are no spam are restored, and a colleague can call at once', async ({
  page,
  desk,
  anotherPage,
}) => {
  const contact = { form: 'contact', service: null, timeSlot: 'Anytime' } as const
  for (const [minutesAgo, name, phone, message] of [
    [4, 'Ravi Invented', '0000000001', 'Please call'],
    [3, 'Ravi Invented', '0000000001', 'Please call\nin the evening.'],
    [2, 'Devika Invented', '0000000002', 'لطفاً تماس بگیرید'],
    [1, 'Kiran Invented', '0000000003', 'Cheap watches! '.repeat(60)],
  ] as const)
    await desk.receive({ ...contact, name, phone, message }, { minutesAgo, suspicion: 'links', language: 'hi' })
  const colleague = await anotherPage()
  await signIn(colleague, desk, MEERA)
  await expect(colleague.getByText('Nobody is due now.')).toBeVisible()
  await look(colleague, 'Worklist, empty')

  await signIn(page, desk, ASHA)
  await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Spam' }).click()
  await expect(page).toHaveTitle('Spam – Callback desk')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(rowsIn(page, 'Held back')).toHaveText([
    /^Kiran Invented Hindi/,
    /^Devika Invented/,
    /^Ravi Invented/,
    /^Ravi Invented/,
  ])
  const newest = rowsIn(page, 'Held back').first().getByRole('link', { name: 'Kiran Invented' })
  await expect(newest).toHaveAttribute('href', /^\/requests\/.{9}$/)
  await newest.click()
  await expect(page.getByRole('list', { name: 'Requests' })).toContainText('Held back: Many links')
  await page.goBack()
  const message = page.getByText('لطفاً تماس بگیرید')
  await expect(message).toHaveCSS('white-space', 'pre-wrap')
  await expect(message).toHaveCSS('direction', 'rtl')
  await expect(page.getByRole('region', { name: 'Message of Kiran Invented' })).toHaveCSS('overflow-y', 'auto')

  const release = await holdBack(page, '**/restore')
  await restoreOf(page, 'Kiran Invented').press('Enter')
  await expectNoViolationsHere(page)
  release()
  await expect(colleague.getByRole('row').filter({ hasText: 'Kiran Invented' })).toBeVisible({ timeout: 2_000 })
  await expect(page.getByRole('status').filter({ hasText: 'Restored: Kiran Invented' })).toHaveCount(1)
  const restored = page.getByText('Restored, due from')
  await expect(restored).toBeFocused()
  // It keeps its place, so that no other comes under the finger.
  const next = restoreOf(page, 'Ravi Invented').first()
  const place = await next.boundingBox()
  await restoreOf(page, 'Devika Invented').click()
  await expect(restored).toHaveCount(2)
  expect(await next.boundingBox()).toEqual(place)
  await look(page, 'Spam, restored')
  await next.press('Enter')
  await expect(restored).toHaveCount(3)
  // A colleague is faster.
  await page.route('**/restore', async (route) => {
    await desk.database.updateTable('callback_requests').set({ suspicion: null }).execute()
    await route.continue()
  })
  await next.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'somebody has restored or erased it' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Restore / })).toHaveCount(0)
  await page.keyboard.press('w')
  await expect(page).toHaveTitle('(3) Callback desk')
  await page.getByRole('link', { name: 'Spam', exact: true }).click()
  await expect(page.getByText('No request is held back.')).toBeVisible()
  await look(page, 'Spam, empty')
})
