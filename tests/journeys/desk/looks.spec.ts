import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { writeDemo } from '../../../src/cli/demo/write-demo.ts'
import { CallbackRequests } from '../../../src/server/storage/requests/callback-requests.ts'
import { CALLS } from '../../support/desk/call-states.ts'
import { test } from '../../support/desk/desk-test.ts'
import { HOSPITAL_MANAGER, HOSPITAL_SIGNED_OUT } from '../../support/desk/hospital-states.ts'
import { ASHA, MEERA, signIn } from '../../support/desk/people.ts'
import { ONE_PERSON } from '../../support/desk/person-states.ts'
import type { Desk } from '../../support/desk/running-desk.ts'
import {
  COORDINATORS,
  type DeskState,
  deskPictureName,
  LONG_EMAIL,
  LONG_NAME,
  MANAGERS,
  SIGNED_OUT,
} from '../../support/desk/states.ts'
import { DESK_WIDTHS, DESK_WINDOWS, GALLERY, pictureOf } from '../../support/page/gallery.ts'
import { DETAILS, SUBMISSION } from '../../support/samples.ts'

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Many pictures. */
test.slow()

const SOAK = { tag: '@soak' }

/** Over these the page is not seen to its end. */
const OVER_THE_PAGE = '[role="dialog"], [role="alertdialog"], [aria-label^="Call with "]'

test('Every state without a session fits every window, and is in the gallery', SOAK, async ({ page, desk }) => {
  await visit(page, desk, SIGNED_OUT)
})

test('Every state of the account and of signing in again fits every window', SOAK, async ({ page, desk }) => {
  await signIn(page, desk, ASHA)
  await visit(page, desk, COORDINATORS)
})

test("Every state of a manager's pages fits every window", SOAK, async ({ page, desk }) => {
  await signIn(page, desk, MEERA)
  await visit(page, desk, MANAGERS)
})

test("Every state of the hospital's sign-in fits every window", SOAK, async ({ page, desk }) => {
  await visit(page, desk, HOSPITAL_SIGNED_OUT)
  await page.route('/api/sign-in/options', (route) => route.continue())
  await signIn(page, desk, MEERA)
  await visit(page, desk, HOSPITAL_MANAGER)
})

test('Every state of calling fits every window', SOAK, async ({ page, desk }) => {
  await signIn(page, desk, ASHA)
  await visit(page, desk, CALLS)
})

test("Every state of a person's page fits every window", SOAK, async ({ page, desk }) => {
  await signIn(page, desk, MEERA)
  await visit(page, desk, ONE_PERSON)
})

test('Every page of a full desk fits every window, and axe finds nothing wrong with it', async ({ page, desk }) => {
  const now = new Date()
  const settings = { requests: 60, days: 7, seed: 1, now, timeZone: 'Asia/Kolkata', noticeVersion: '2026-11-01' }
  await writeDemo(desk.database, settings)
  const requests = new CallbackRequests(desk.database)
  const long = { ...DETAILS, name: LONG_NAME, email: LONG_EMAIL, form: 'contact', service: null } as const
  const campaign = { source: null, medium: null, campaign: 'x'.repeat(100), term: null, content: null }
  const context = { ...SUBMISSION, receivedAt: now, campaign }
  const message = `${'Cheap watches! '.repeat(60)}\n\nhttps://spam.example/${'x'.repeat(300)}`
  const received = await requests.receive({ ...long, message }, context)
  await requests.receive({ ...long, phone: '0000099999', message }, { ...context, suspected: true })
  await signIn(page, desk, MEERA)
  const person = received.ok ? `/requests/${received.reference}` : ''
  for (const path of ['/', '/find', person, '/spam', '/deliveries', '/report', '/audit', '/staff', '/account']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Loading', { exact: false })).toHaveCount(0)
    for (const width of DESK_WINDOWS.toSorted((a, b) => b - a)) {
      await page.setViewportSize(sizeOf(width))
      await expect.soft
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${path} at ${width} px`)
        .toBeLessThanOrEqual(0)
      // A list in a narrow window is a table in a wide one; nothing else is different for axe.
      if ([1280, 320].includes(width)) expect.soft(await violationsOf(page), `${path} at ${width} px`).toEqual([])
    }
  }
})

/** Base UI's ends of an open menu: whoever reaches one is put back into the page. */
const FOCUS_GUARD = '[data-base-ui-focus-guard]'

async function visit(page: Page, desk: Desk, states: DeskState[]) {
  for (const { title, arrive, reopen } of states) {
    await arrive(page, desk)
    for (const width of DESK_WINDOWS.toSorted((a, b) => b - a)) {
      await page.setViewportSize(sizeOf(width))
      await reopen?.(page)
      await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveCount(1)
      await expect.soft
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${title} at ${width} px`)
        .toBeLessThanOrEqual(0) // otherwise the page scrolls sideways
      const fullPage = (await page.locator(OVER_THE_PAGE).count()) === 0
      // A list in a narrow window is a table in a wide one; nothing else is different for axe.
      const differs = width === 320 || (width === 1280 && fullPage && (await page.getByRole('table').count()) > 0)
      if (differs) expect.soft(await violationsOf(page), `${title} at ${width} px`).toEqual([])
      if (!DESK_WIDTHS.includes(width)) continue
      const path = `${GALLERY}/${pictureOf(deskPictureName(title), width)}`
      await page.screenshot({ path, type: 'jpeg', quality: 80, animations: 'disabled', fullPage })
    }
    await page.setViewportSize(sizeOf(1280))
  }
}

function sizeOf(width: number) {
  return { width, height: width < 768 ? 844 : 800 }
}

async function violationsOf(page: Page) {
  const { violations } = await new AxeBuilder({ page }).exclude(FOCUS_GUARD).withTags(STANDARDS).analyze()
  return violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ html }) => html) }))
}
