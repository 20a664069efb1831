import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { CallbackRequests } from '../../../src/server/storage/requests/callback-requests.ts'
import { test } from '../../support/desk/desk-test.ts'
import { ASHA, MEERA, signIn } from '../../support/desk/people.ts'
import type { Desk } from '../../support/desk/running-desk.ts'
import { DETAILS, SUBMISSION } from '../../support/samples.ts'

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Names and addresses as long as they may be. */
const LONG_NAME = `Dr Maximiliane ${'Langenhausen'.repeat(7)}`.slice(0, 100)
const LONG_EMAIL = `${'maximiliane.'.repeat(5)}x@${'callbacks.'.repeat(15)}clinic.example`

type State = [what: string, arrive: (page: Page, desk: Desk) => Promise<unknown>]

/** A request with a text of 2,000 characters without a space, one of several of its number. @returns its reference */
async function longRequest(desk: Desk) {
  const store = new CallbackRequests(desk.database)
  const contact = { ...DETAILS, form: 'contact', service: null, name: LONG_NAME, email: LONG_EMAIL } as const
  const now = { ...SUBMISSION, receivedAt: new Date() }
  for (let number = 0; number < 10; number++) {
    await store.receive({ ...contact, message: 'أرجو الاتصال بعد الظهر', timeSlot: 'Anytime' }, now)
  }
  const result = await store.receive({ ...contact, message: 'x'.repeat(2_000), timeSlot: 'Anytime' }, now)
  return result.ok ? result.reference : ''
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const SIGNED_OUT: State[] = [
  ['sign-in', (page) => page.goto('/sign-in')],
  ['sign-in in error', (page) => press(page, 'Sign in')],
  ['page that is not there', (page) => page.goto('/no-such-page')],
  ['invalid link', (page) => page.goto('/invitation#nonsense')],
  ['invitation', async (page, desk) => page.goto(await desk.invite(LONG_EMAIL, LONG_NAME, 'manager'))],
  ['invitation in error', (page) => press(page, 'Save and sign in')],
  [
    'second factor',
    async (page) => {
      await page.getByLabel('Password').fill('three calm herons wade')
      await press(page, 'Save and sign in')
      await page.getByLabel('Key').waitFor()
    },
  ],
]

const SIGNED_IN: State[] = [
  ['first page', (page) => page.goto('/')],
  ['menu', (page) => press(page, MEERA.name)],
  ['account', (page) => page.goto('/account')],
  ['account in error', (page) => press(page, 'Change password')],
  [
    'staff',
    async (page, desk) => {
      await desk.invite(LONG_EMAIL, LONG_NAME, 'manager')
      await page.goto('/staff')
      await page.getByText(LONG_NAME).waitFor()
    },
  ],
  ['invitation dialog in error', (page) => press(page, 'Invite somebody').then(() => press(page, 'Invite'))],
  [
    'link',
    async (page) => {
      await page.getByLabel('E-mail').fill(ASHA.email)
      await page.getByLabel('Name').fill(LONG_NAME)
      await press(page, 'Invite')
      await page.getByLabel('Link').waitFor()
    },
  ],
  [
    'confirmation',
    async (page) => {
      await press(page, 'Done')
      await page.getByRole('button', { name: 'Actions for Dr' }).first().click()
      await page.getByRole('menuitem', { name: 'Disable' }).click()
    },
  ],
  ['audit log', (page) => page.goto('/audit').then(() => page.getByText('There are no older events.').waitFor())],
]

/** With everything as long as it may be. */
const ONE_PERSON: State[] = [
  [
    'person',
    async (page, desk) => {
      await page.goto(`/requests/${await longRequest(desk)}`)
      await page.getByText(LONG_NAME).first().waitFor()
      await press(page, 'Add note')
    },
  ],
  [
    'erasing in error',
    async (page) => {
      await press(page, 'Erase…')
      await page.getByText('It cannot be undone.').waitFor()
      await press(page, 'Erase')
      await page.getByText('Please type the reference of this page').waitFor()
    },
  ],
  [
    'call on the page of a person',
    async (page) => {
      await press(page, 'Keep')
      await page.getByRole('button', { name: `Call ${LONG_NAME}` }).click()
      await page.getByRole('region', { name: `Call with ${LONG_NAME}` }).waitFor()
    },
  ],
  ['person who is not there', (page) => page.goto('/requests/7K3M-9RXD')],
]

test('Pages without a session fit every window, and axe finds nothing wrong with them', async ({ page, desk }) => {
  await visit(page, desk, SIGNED_OUT)
})

test('Pages of a manager fit every window, and axe finds nothing wrong with them', async ({ page, desk }) => {
  await signIn(page, desk, MEERA)
  await visit(page, desk, SIGNED_IN)
})

test("A person's page fits every window, and axe finds nothing wrong with it", async ({ page, desk }) => {
  await signIn(page, desk, MEERA)
  await visit(page, desk, ONE_PERSON)
})

async function visit(page: Page, desk: Desk, states: State[]) {
  for (const [what, arrive] of states) {
    await arrive(page, desk)
    for (const width of [1280, 1024, 768, 320]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveCount(1)
      await expect.soft
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${what} at ${width} px`)
        .toBeLessThanOrEqual(0) // otherwise the page scrolls sideways
      // A list in a narrow window is a table in a wide one; nothing else is different for axe.
      const differs = width === 320 || (width === 1280 && (await page.getByRole('table').count()) > 0)
      if (differs) expect.soft(await violationsOf(page), `${what} at ${width} px`).toEqual([])
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  }
}

async function violationsOf(page: Page) {
  const { violations } = await new AxeBuilder({ page }).withTags(STANDARDS).analyze()
  return violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ html }) => html) }))
}
