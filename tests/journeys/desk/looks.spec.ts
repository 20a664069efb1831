import { expect, type Locator, type Page } from '@playwright/test'
import { writeDemo } from '../../../src/cli/demo/write-demo.ts'
import { heading, noteOf, panelOf, press } from '../../support/desk/calls.ts'
import { test } from '../../support/desk/desk-test.ts'
import { MEERA, signIn } from '../../support/desk/people.ts'
import { expectFits, look } from '../../support/page/looks.ts'
import { expectNoViolations, expectNoViolationsHere } from '../../support/page/violations.ts'
import { receiverIn } from '../../support/receive.ts'

/** Names and addresses as long as they may be. */
const LONG_NAME = `Dr Maximiliane ${'Langenhausen'.repeat(7)}`.slice(0, 100)
const LONG_EMAIL = `${'maximiliane.'.repeat(5)}x@${'callbacks.'.repeat(15)}clinic.example`

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

const CONTACT = { form: 'contact', service: null, timeSlot: 'Anytime' } as const

/** The pages with what visitors typed, besides a person's. */
const PATHS = ['/', '/find', '/spam', '/deliveries', '/report', '/audit', '/staff']

/** Nothing scrolls sideways on a phone with a font half as large again as usual; media queries follow it, too. */
async function expectFitsLargeFont(page: Page) {
  const session = await page.context().newCDPSession(page)
  await page.setViewportSize({ width: 320, height: 568 })
  await session.send('Page.setFontSizes', { fontSizes: { standard: 24 } })
  const more = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await expect.soft.poll(more, `${page.url()} in a large font`).toBeLessThanOrEqual(0)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** Where tables are narrowest, with the whole window and beside a pane, texts stay in cells, and signs beside names. */
async function expectCellsFit(page: Page) {
  for (const width of [1024, 1100]) {
    await page.setViewportSize({ width, height: 800 })
    const outside = (cells: Element[]) =>
      cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent)
    const found = await page.locator('tbody').locator('th, td').evaluateAll(outside)
    expect.soft(found, `${page.url()} at ${width} px`).toEqual([])
    const below = (signs: Element[]) =>
      signs.filter((sign) => {
        const name = sign.closest('th')?.querySelector('h3')?.getBoundingClientRect()
        return !name || sign.getBoundingClientRect().bottom > name.bottom + 2
      }).length
    expect.soft(await page.getByRole('img', { name: 'With a message' }).evaluateAll(below), `at ${width} px`).toBe(0)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

async function openLoaded(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByText('Loading', { exact: false })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
}

test.slow()

test('Every page of a full desk fits every window, and axe finds nothing wrong with it', async ({ page, desk }) => {
  const now = new Date()
  const settings = { requests: 32, days: 7, seed: 1, now, timeZone: 'Asia/Kolkata', noticeVersion: '2026-11-01' }
  await writeDemo(desk.database, settings)
  const message = `${'Cheap watches! '.repeat(60)}\n\nhttps://spam.example/${'x'.repeat(300)}`
  const long = { ...CONTACT, name: LONG_NAME, email: LONG_EMAIL, message } as const
  const campaign = { source: null, medium: null, campaign: 'x'.repeat(100), term: null, content: null }
  await desk.receive({ ...long, phone: '0000099998' })
  const reference = await desk.receive({ ...long, phone: '0000099998' }, { campaign })
  await desk.receive({ ...long, phone: '0000099999' }, { campaign, suspicion: 'links' })
  await signIn(page, desk, { name: LONG_NAME, email: LONG_EMAIL, role: 'manager' })
  for (const path of [...PATHS, `/requests/${reference}`, '/account', '/no-such-page']) {
    await openLoaded(page, path)
    await expectFits(page, `Full desk ${path}`)
    await expectCellsFit(page)
    await expectFitsLargeFont(page)
    await expectNoViolationsHere(page)
  }
  await page.setViewportSize({ width: 320, height: 568 })
  await page.goto('/find#text=maximiliane')
  const name = page.getByRole('table', { name: 'Requests' }).getByText(LONG_NAME).first()
  expect((await name.boundingBox())?.height).toBeLessThan(90)
  await expectNoViolationsHere(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/requests/${reference}`)
  await press(page, LONG_NAME)
  await expect(page.getByRole('menu')).toBeVisible() // before, Escape does not close it
  await look(page, 'Menu of somebody with a long name')
  await page.keyboard.press('Escape')
  await press(page, `Call ${LONG_NAME}`)
  await expect(panelOf(page, LONG_NAME)).toBeVisible()
  await look(page, 'Call with somebody with a long name')
  await press(page, 'Call later')
  await page.getByRole('link', { name: 'Worklist' }).click()
  await expect(heading(page, 'Callbacks')).toBeVisible()
  await expectFits(page, 'Call later, beside the worklist')
  await expectNoViolations(page)
  // On the smallest phone the outcomes are in view, and cover no field that has the focus.
  await press(page, 'Call later')
  await page.setViewportSize({ width: 320, height: 568 })
  await page.evaluate(() => scrollTo(0, 0))
  for (const name of ['Done', 'Try again', 'Close']) {
    await expect(page.getByRole('group', { name })).toBeInViewport({ ratio: 1 })
  }
  const bottom = async (one: Locator) => ((await one.boundingBox())?.y ?? 0) + ((await one.boundingBox())?.height ?? 0)
  await noteOf(page).focus()
  const done = await page.getByRole('group', { name: 'Done' }).boundingBox()
  expect(await bottom(noteOf(page))).toBeLessThan(done?.y ?? 0)
  // Lists stay where they are when they cannot be renewed.
  await page.setViewportSize({ width: 1280, height: 800 })
  const row = page.getByRole('row', { name: LONG_NAME }).first()
  const before = await row.boundingBox()
  await page.route('/api/worklist*', (route) => route.abort())
  await desk.receive({ ...CONTACT, name: 'Ravi Invented', phone: '0000099990', message: 'Please call.' })
  await expect(page.getByText('What you see may be out of date.')).toBeInViewport({ ratio: 1 })
  expect(await row.boundingBox()).toEqual(before)
  await look(page, 'A list that cannot be renewed')
  await page.unroute('/api/worklist*')
  // A page that fails says so, and leads on; the browser's console says it too.
  const broken = await page.context().newPage()
  await broken.route('/api/staff', (route) => route.fulfill({ json: { rows: [null] } }))
  await broken.goto('/staff')
  await expect(heading(broken, 'This page does not work')).toBeVisible()
  await look(broken, 'A page that fails')
  await broken.getByRole('link', { name: 'Go to the worklist' }).click()
  await expect(heading(broken, 'Callbacks')).toBeVisible()
  await page.route('/api/me', (route) => route.abort())
  await page.goto('/')
  await expect(page.getByText('The callback desk does not answer')).toBeVisible()
  await look(page, 'The desk does not answer')
})

test('A text that is a script stays text in every field, on every screen', async ({ page, desk }) => {
  const script = { ...CONTACT, name: INJECTION, phone: `${INJECTION} 0000000001`, email: INJECTION, message: INJECTION }
  const source = { source: INJECTION, medium: INJECTION, campaign: INJECTION, term: INJECTION, content: INJECTION }
  const arrival = { campaign: source, noticeVersion: INJECTION }
  const receive = receiverIn(desk.database, { channels: ['webhook'], now: () => new Date() })
  const scripts = await receive(script, arrival)
  await receive(script, { ...arrival, suspicion: 'links' })
  await signIn(page, desk, MEERA)
  await desk.invite({ email: 'x@clinic.example', name: INJECTION.slice(0, 100), role: 'coordinator' })
  const injected: string[] = []
  await page.exposeFunction('injected', () => void injected.push('a call'))
  page.on('dialog', (dialog) => {
    injected.push('a dialog')
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(desk.address) && !request.url().startsWith('data:')) injected.push(request.url())
  })
  const found = `/find?${new URLSearchParams({ campaign: INJECTION, service: INJECTION })}#${new URLSearchParams({ text: INJECTION })}`
  for (const path of [...PATHS, found, `/requests/${scripts}`]) {
    await openLoaded(page, path)
    await expect(page.locator(FOREIGN)).toHaveCount(0)
  }
  await expect(heading(page, INJECTION)).toBeVisible()
  await page.getByLabel('Note').fill(INJECTION)
  await press(page, 'Add note')
  await expect(page.getByRole('listitem').filter({ hasText: `wrote:${INJECTION}` })).toBeAttached()
  await expect(page.locator(FOREIGN)).toHaveCount(0)
  expect(injected).toEqual([])
})
