import { expect } from '@playwright/test'
import { recordEvent } from '../../../src/server/storage/audit.ts'
import { rowsIn } from '../../support/desk/calls.ts'
import { test } from '../../support/desk/desk-test.ts'
import { MEERA, signIn } from '../../support/desk/people.ts'
import { look } from '../../support/page/looks.ts'

test('The audit log is shown newest first in plain words, and by filters in the address', async ({ page, desk }) => {
  const reference = await desk.receive()
  const nobody = { by: null, client: '2001:db8::1' }
  await desk.database.transaction().execute(async (transaction) => {
    // 22 November, 12:15 am in the department's zone.
    const at = new Date('2026-11-21T18:45:59Z')
    await recordEvent(transaction, at, nobody, 'sign-in-failed', null, { because: 'password' })
    const filter = { service: 'Rhinoplasty', from: '2026-11-01', text: 'given' }
    await recordEvent(transaction, new Date(), nobody, 'exported', null, filter)
    await recordEvent(transaction, new Date(), nobody, 'erased', reference, { count: 2, how: 'command' })
    await recordEvent(transaction, new Date(), { by: null, client: null }, 'withdrawn', reference)
    await recordEvent(transaction, new Date(), nobody, 'outcome', reference, { outcome: 'no_answer' })
  })

  await signIn(page, desk, MEERA, '/audit')
  await expect(page).toHaveTitle('Audit – Callback desk')
  await page.getByLabel('Kind').selectOption('Sign-in failed')
  await expect(page).toHaveURL('/audit?kind=sign-in-failed')
  await expect(rowsIn(page, 'Events')).toHaveText(
    '22 Nov 2026, 12:15:59 amNot signed inSign-in failed: wrong e-mail or password2001:db8::1',
  )
  await page.getByLabel('To').fill('2026-11-21')
  await expect(page.getByText('Nothing of this kind is recorded.')).toBeVisible()
  await look(page, 'Audit, filtered to nothing')
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByLabel('Staff').selectOption(MEERA.name)
  await expect(rowsIn(page, 'Events')).toHaveText([/Signed in/, /Second factor set up/, /Password chosen by a link/])
  await page.goto('/audit?kind=nonsense&from=2026-02-30')
  await expect(page.getByText('A filter in the address of this page is unknown and was left out.')).toBeVisible()
  await expect(rowsIn(page, 'Events')).not.toHaveCount(0)

  for (const [kind, words] of [
    ['exported', 'Export begun: service Rhinoplasty, from 2026-11-01, text given'],
    ['withdrawn', `The visitorWithdrawn: ${reference}`],
    ['erased', `Erased: ${reference}, 2 requests, by a command`],
  ] as const) {
    await page.goto(`/audit?kind=${kind}`)
    await expect(rowsIn(page, 'Events')).toContainText(words)
  }
  await page.goto('/audit?kind=outcome')
  await expect(rowsIn(page, 'Events')).toContainText(`Outcome saved: ${reference}, No answer`)
  await look(page, 'Audit, with a reference')
  await page.getByRole('link', { name: reference }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Asha Invented' })).toBeVisible()
  await look(page, "A person's page, for a manager")
  await page.getByRole('link', { name: 'Who read or changed this' }).click()
  await expect(page).toHaveURL(`/audit?reference=${reference}`)
  await expect(rowsIn(page, 'Events')).toHaveText([/Person read/, /Outcome saved/, /Withdrawn/, /Erased/])
  await look(page, 'Audit, of one person')
  await page.getByLabel('Person, by a reference').fill('2738')
  await expect(page.getByText('Please enter a whole reference, such as 7K3M-9RXD')).toBeVisible()
  await look(page, 'Audit, with half a reference')
})
