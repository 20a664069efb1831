import { expect, type Page } from '@playwright/test'
import type { CallbackDetails } from '../../../src/callback-request/stored-request.ts'
import { CallbackRequests } from '../../../src/server/storage/requests/callback-requests.ts'
import { test } from '../../support/desk/desk-test.ts'
import { MEERA, signIn } from '../../support/desk/people.ts'
import type { Desk } from '../../support/desk/running-desk.ts'
import { SUBMISSION } from '../../support/samples.ts'

/** Texts that run `injected()`, or fetch something, in a page that takes them for more than text: one of each kind. */
const INJECTIONS = [
  '<script>injected()</script>',
  '"><img src=x onerror=injected()>',
  '<svg onload=injected()>',
  "<iframe srcdoc='<script>parent.injected()</script>'></iframe>",
  '</title><base href=//evil.example/>',
  'javascript:injected()',
  '&lt;script&gt;injected()&lt;/script&gt;',
  '\\u003cscript\\u003einjected()\\u003c/script\\u003e',
  '__proto__[injected]=<img src=x onerror=injected()>',
]

/** What no page of the desk has. */
const FOREIGN = 'script:not([src]), style, iframe, object, embed, base, template, svg script, [onerror], [onload], #x'

test.slow()

test('Texts that are scripts stay texts in every field, on every screen', async ({ page, desk }) => {
  const references = await storeAll(desk)
  await signIn(page, desk, MEERA)
  await inviteAll(page)
  let injected = 0
  await page.exposeFunction('injected', () => void injected++)
  page.on('dialog', (dialog) => {
    injected++
    void dialog.dismiss()
  })
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(desk.address) && !request.url().startsWith('data:')) foreign.push(request.url())
  })

  const check = async (where: string) => {
    expect(await page.locator(FOREIGN).count(), where).toBe(0)
    expect([injected, foreign], where).toEqual([0, []])
  }
  for (const path of ['/', '/find', '/spam', '/deliveries', '/report', '/staff', '/audit']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect(page.getByText('Loading…')).toHaveCount(0)
    await check(path)
  }
  await page.goto('/')
  for (const text of INJECTIONS) await expect(page.getByText(text, { exact: true }).first()).toBeAttached()

  for (const [index, reference] of references.entries()) {
    const text = INJECTIONS[index] ?? ''
    await page.goto(`/requests/${reference}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text)
    await page.getByLabel('Note').fill(text)
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: text }).first()).toBeAttached()
    await check(text)
  }
  for (const text of INJECTIONS) {
    await page.goto(
      `/find?campaign=${encodeURIComponent(text)}&service=${encodeURIComponent(text)}#${new URLSearchParams({ text })}`,
    )
    await page.getByRole('heading', { level: 1 }).waitFor()
    await check(`find ${text}`)
  }
})

/** Each text in each field of a request, also where the forms would refuse it. @returns the references */
async function storeAll(desk: Desk): Promise<string[]> {
  const requests = new CallbackRequests(desk.database, { channels: ['webhook'] })
  const references: string[] = []
  for (const [number, text] of INJECTIONS.entries()) {
    for (const suspected of [false, true]) {
      const details: CallbackDetails = {
        form: 'contact',
        name: text,
        phone: `${text} 00000000${number + 10}`,
        email: text,
        service: null,
        message: text,
        timeSlot: 'Anytime',
      }
      const campaign = { source: text, medium: text, campaign: text, term: text, content: text }
      const context = { ...SUBMISSION, receivedAt: new Date(), campaign, suspected, noticeVersion: text }
      const result = await requests.receive(details, context)
      if (result.ok && !suspected) references.push(result.reference)
    }
  }
  return references
}

/** Invites people with these names. */
async function inviteAll(page: Page) {
  for (const [number, name] of INJECTIONS.entries()) {
    const data = { email: `x${number}@clinic.example`, name, role: 'coordinator' }
    await page.request.post('/api/staff/invitations', {
      data,
      headers: { 'X-Requested-With': 'XMLHttpRequest' },
      failOnStatusCode: true,
    })
  }
}
