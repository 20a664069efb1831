import { expect } from '@playwright/test'
import { test } from '../../support/desk/desk-test.ts'
import { MEERA, signIn } from '../../support/desk/people.ts'
import { receiverIn } from '../../support/receive.ts'

/** Runs `injected()`, or fetches something, in a page that takes it for more than text, in one way or another. */
const INJECTION = [
  '"><script>injected()</script>',
  '<img src=x onerror=injected()>',
  '<svg onload=injected()>',
  "<iframe srcdoc='<script>parent.injected()</script>'></iframe>",
  '</title><base href=//evil.example/>',
  'javascript:injected()',
  '&lt;script&gt;injected()&lt;/script&gt;',
  '\\u003cscript\\u003einjected()\\u003c/script\\u003e',
  '__proto__[injected]=1',
].join(' ')

/** What no page of the desk has. */
const FOREIGN = 'script:not([src]), style, iframe, object, embed, base, template, svg script, [onerror], [onload], #x'

test('A text that is a script stays text in every field, on every screen', async ({ page, desk }) => {
  const details = {
    form: 'contact',
    name: INJECTION,
    phone: `${INJECTION} 0000000001`,
    email: INJECTION,
    service: null,
    message: INJECTION,
    timeSlot: 'Anytime',
  } as const
  const source = { source: INJECTION, medium: INJECTION, campaign: INJECTION, term: INJECTION, content: INJECTION }
  const arrival = { campaign: source, noticeVersion: INJECTION }
  const receive = receiverIn(desk.database, { channels: ['webhook'], now: () => new Date() })
  const reference = await receive(details, arrival)
  await receive(details, { ...arrival, suspected: true })
  await signIn(page, desk, MEERA)
  await page.request.post('/api/staff/invitations', {
    data: { email: 'x@clinic.example', name: INJECTION.slice(0, 100), role: 'coordinator' },
    headers: { 'X-Requested-With': 'XMLHttpRequest' },
    failOnStatusCode: true,
  })
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
  const found = `/find?${new URLSearchParams({ campaign: INJECTION, service: INJECTION })}#${new URLSearchParams({ text: INJECTION })}`
  for (const path of ['/', '/find', found, '/spam', '/deliveries', '/report', '/staff', '/audit']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect(page.getByText('Loading…')).toHaveCount(0)
    await check(path)
  }
  await page.goto('/')
  await expect(page.getByText(INJECTION, { exact: true }).first()).toBeAttached()

  await page.goto(`/requests/${reference}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(INJECTION)
  await page.getByLabel('Note').fill(INJECTION)
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: `wrote:${INJECTION}` })).toBeAttached()
  await check('the page of a person')
})
