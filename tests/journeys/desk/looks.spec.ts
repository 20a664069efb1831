import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { writeDemo } from '../../../src/cli/demo/write-demo.ts'
import { recordEvent } from '../../../src/server/storage/audit/audit-events.ts'
import { CallbackRequests } from '../../../src/server/storage/requests/callback-requests.ts'
import { askEarlier, panelOf, press } from '../../support/desk/calls.ts'
import { test } from '../../support/desk/desk-test.ts'
import { ASHA, codeOf, MEERA, PASSWORD, signIn } from '../../support/desk/people.ts'
import type { Desk } from '../../support/desk/running-desk.ts'
import { DESK_WIDTHS, DESK_WINDOWS, deskPictureName, GALLERY, pictureOf } from '../../support/page/gallery.ts'
import { DETAILS, SUBMISSION } from '../../support/samples.ts'

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Names and addresses as long as they may be. */
const LONG_NAME = `Dr Maximiliane ${'Langenhausen'.repeat(7)}`.slice(0, 100)
const LONG_EMAIL = `${'maximiliane.'.repeat(5)}x@${'callbacks.'.repeat(15)}clinic.example`

/** Over these the page is not seen to its end. */
const OVER_THE_PAGE = '[role="dialog"], [role="alertdialog"], [aria-label^="Call with "]'

/** Base UI's ends of an open menu: whoever reaches one is put back into the page. */
const FOCUS_GUARD = '[data-base-ui-focus-guard]'

/** Many pictures. */
test.slow()

const SOAK = { tag: '@soak' }

test('Every state without a session fits every window, and is in the gallery', SOAK, async ({ page, desk }) => {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill('asha@clinic.example')
  await page.getByLabel('Password').fill('not the password')
  await press(page, 'Sign in')
  await look(page, 'Sign-in, wrong password', 'E-mail or password is wrong.')
  await page.goto('/no-such-page')
  await look(page, 'Page not found', 'Page not found')
  await page.goto('/invitation#nonsense')
  await look(page, 'Link that no longer works', 'no longer works')
  await page.goto(await desk.invite(LONG_EMAIL, LONG_NAME, 'manager'))
  await page.getByLabel('Password').fill('passwordpassword')
  await press(page, 'Save and sign in')
  await look(page, 'Invitation, common password', 'This password is too common')
  await page.getByLabel('Password').fill(PASSWORD)
  await press(page, 'Save and sign in')
  await page.getByLabel('Code').fill('000000')
  await press(page, 'Confirm')
  await look(page, 'Second factor of a new manager, wrong code', 'This code is wrong')
  await page.getByLabel('Code').fill(codeOf(await page.getByLabel('Key').inputValue()))
  await press(page, 'Confirm')
  await page.getByRole('heading', { level: 1, name: 'Callbacks' }).waitFor()
  await page.goto('/account')
  await press(page, LONG_NAME)
  await look(page, 'Account and menu of a manager with a long name', 'Sign out')
})

test('Every state of the account and of signing in again fits every window', SOAK, async ({ page, desk }) => {
  await signIn(page, desk, ASHA)
  await page.goto('/account')
  await press(page, 'Set up a second factor')
  await page.getByLabel('Code').fill(codeOf(await page.getByLabel('Key').inputValue()))
  await press(page, 'Confirm')
  await page.getByLabel('Your password').fill('not this one')
  await press(page, 'Remove the second factor')
  await look(page, 'Account, removing the second factor with a wrong password', 'This is not your password')
  await page.goto('/staff')
  await look(page, 'Page for managers only', 'Only managers can see this page')
  await page.request.post('/api/sign-out', { headers: { 'X-Requested-With': 'XMLHttpRequest' } })
  await look(page, 'Session ended', 'Your session has ended.')
  await page.getByLabel('Email').fill(ASHA.email)
  await page.getByLabel('Password').fill(PASSWORD)
  await press(page, 'Sign in')
  await look(page, 'Code step', 'Code')
})

test("Every state of a manager's pages fits every window", SOAK, async ({ page, desk }) => {
  await signIn(page, desk, MEERA)
  await page.goto('/')
  await look(page, 'Worklist, empty', 'Nobody is overdue.')
  await press(page, 'Keyboard shortcuts')
  await look(page, 'Keyboard shortcuts', 'Use keyboard shortcuts')
  await page.goto('/account')
  await press(page, 'Change password')
  await look(page, 'Account, no password typed', 'Current password')
  await page.goto('/staff')
  await press(page, 'Invite somebody')
  await press(page, 'Invite')
  await look(page, 'Invitation dialog, nothing typed', 'Invite somebody')
  await page.getByLabel('E-mail').fill('asha@clinic.example')
  await page.getByLabel('Name').fill(LONG_NAME)
  await press(page, 'Invite')
  await look(page, 'Link of an invitation', 'Send this link yourself')
  await desk.invite(LONG_EMAIL, LONG_NAME, 'manager')
  for (let number = 1; number <= 12; number++) {
    await desk.invite(`ravi-${number}@clinic.example`, `Ravi Invented ${number}`, 'coordinator')
  }
  await page.goto('/staff')
  const openMenu = async () => {
    if ((await page.getByRole('menuitem').count()) === 0) await press(page, 'Actions for Ravi Invented 1')
  }
  await look(page, 'Staff, many accounts and a menu', 'Ravi Invented 12', openMenu)
  for (const [item, title] of Object.entries({ 'Change name or role': 'Changing', Disable: 'Disabling' })) {
    await page.keyboard.press('Escape')
    await openMenu()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
    await look(page, `${title} an account`, 'Cancel')
  }
  await page.goto('/spam')
  await look(page, 'Spam, empty', 'No request is held back')
  await page.goto('/deliveries')
  await look(page, 'Deliveries, empty', 'No message is')
  await page.goto('/audit?kind=erased')
  await look(page, 'Audit, filtered to nothing', 'Nothing of this kind is recorded.')
  await page.route('/api/me', (route) => route.abort())
  await page.goto('/')
  await look(page, 'The desk does not answer', 'The callback desk does not answer')
})

test("Every state of the hospital's sign-in fits every window", SOAK, async ({ page, desk }) => {
  // The page is told that there is the hospital's sign-in; nobody goes there.
  await page.route('/api/sign-in/options', (route) => route.fulfill({ json: { hospital: true } }))
  await page.goto('/sign-in?hospital=email-taken')
  await press(page, 'Use an emergency account')
  await look(page, "Hospital's sign-in, account exists", 'Sign in with the hospital’s account')
  await page.unroute('/api/sign-in/options')
  await signIn(page, desk, MEERA)
  await makeHospitals(desk)
  await page.goto('/account')
  await look(page, "Account of the hospital's", 'You sign in with the hospital’s account.')
  await page.goto('/staff')
  await look(page, "Staff with the hospital's accounts", 'At the hospital')
  await page.goto('/audit')
  await look(page, "Audit log with the hospital's sign-ins", 'First sign-in of')
})

test('Every state of calling fits every window', SOAK, async ({ page, desk }) => {
  await signIn(page, desk, ASHA)
  await page.clock.install()
  const pass = async (minutes: number, ahead: number) => {
    await desk.setClockAhead(ahead * 60_000)
    await page.clock.fastForward(minutes * 60_000)
  }
  await askEarlier(desk, 'Asha Invented', '0000000001', 27)
  await askEarlier(desk, LONG_NAME, '0000000002', 26)
  await askEarlier(desk, 'Ravi Invented', '0000000003', 20)
  await askEarlier(desk, 'Ravi Invented', '0000000003', 3)
  const slots = ['12:00am-02:00am', '08:00am-10:00am', '04:00pm-06:00pm', '10:00pm-12:00am'] as const
  for (const [index, slot] of slots.entries()) {
    await askEarlier(desk, `Kiran Invented ${index}`, `000000001${index}`, 0, slot)
  }
  await page.goto('/')
  await look(page, 'Worklist with rows in every part', 'Kiran Invented 3')
  await press(page, 'Call Ravi Invented')
  await look(page, 'Call panel', 'Call with')
  await press(page, 'Call later')
  await page
    .getByLabel('Note')
    .fill('Rings back in the evening; ask for the ward, and have the date of the visit ready.')
  await page.getByLabel('Day', { exact: true }).selectOption('Another date…')
  await page.getByLabel('Date').fill('2020-01-01')
  await press(page, 'Save')
  await look(page, 'Call panel, call later in error', 'at least 15 minutes')
  await pass(13, 13)
  await look(page, 'Call panel, the hold ends soon', 'Hold longer')
  await pass(3, 16)
  await look(page, 'Call panel, the hold has ended', 'Hold again')
  await press(page, 'No answer')
  await look(page, 'Call saved', 'Undo')
  await press(page, `Call ${LONG_NAME}`)
  await look(page, 'Call panel with a long name', 'Call with')
  await press(page, 'Stop calling')
  await panelOf(page, LONG_NAME).waitFor({ state: 'hidden' }) // one call at a time
  await page
    .getByRole('button', { name: /^Call Kiran/ })
    .last()
    .click() // of the coming days
  await look(page, 'Call before the chosen time', 'Call before the chosen time?')
})

test("Every state of a person's page fits every window", SOAK, async ({ page, desk }) => {
  const requests = new CallbackRequests(desk.database)
  const context = { ...SUBMISSION, receivedAt: new Date() }
  const contact = { ...DETAILS, form: 'contact', service: null, name: LONG_NAME, email: LONG_EMAIL } as const
  for (let number = 0; number < 10; number++) {
    await requests.receive({ ...contact, message: 'أرجو الاتصال بعد الظهر', timeSlot: 'Anytime' }, context)
  }
  const long = await requests.receive({ ...contact, message: 'x'.repeat(2_000), timeSlot: 'Anytime' }, context)
  await signIn(page, desk, MEERA)
  await page.goto(`/requests/${long.ok && long.reference}`)
  await press(page, 'Add note')
  await look(page, 'Person', LONG_NAME)
  await press(page, 'Erase…')
  await page.getByText('It cannot be undone.').waitFor()
  await press(page, 'Erase')
  await look(page, 'Person, erasing, nothing typed', 'Please type the reference of this page')
  await press(page, 'Keep')
  await press(page, `Call ${LONG_NAME}`)
  await look(page, 'Person, called', 'Call with')
  await press(page, 'Stop calling')
  await press(page, 'Move to another time')
  await page.getByLabel('Slot').selectOption('Exact time…')
  await press(page, 'Save')
  await look(page, 'Person, moved to another time', 'Please choose a time')
  await page.goto('/')
  await press(page, 'Add a callback')
  await page.getByRole('dialog').getByLabel('Day').selectOption('Another date…')
  await press(page, 'Add')
  await look(page, 'Adding a callback, nothing typed', 'Cancel')
  await page.goto('/requests/7K3M-9RXD')
  await look(page, 'Person who is not there', 'There is no such request')
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
    await expect(page.getByText('Loading', { exact: false })).toHaveCount(0)
    await checkWindows(page, path)
  }
})

/** A state of the desk, of which this text is the sign: it fits every window, and the gallery has a picture of each. */
async function look(page: Page, title: string, sign: string, reopen?: () => Promise<void>) {
  await page
    .getByText(sign)
    .or(page.getByRole('button', { name: sign }))
    .first()
    .waitFor()
  await checkWindows(page, title, async (width) => {
    await reopen?.()
    if (!DESK_WIDTHS.includes(width)) return
    const path = `${GALLERY}/${pictureOf(deskPictureName(title), width)}`
    const fullPage = (await page.locator(OVER_THE_PAGE).count()) === 0
    await page.screenshot({ path, type: 'jpeg', quality: 80, animations: 'disabled', fullPage })
  })
}

async function checkWindows(page: Page, title: string, inWindow?: (width: number) => Promise<void>) {
  for (const width of DESK_WINDOWS.toSorted((a, b) => b - a)) {
    await page.setViewportSize({ width, height: width < 768 ? 844 : 800 })
    await inWindow?.(width)
    await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveCount(1)
    await expect.soft
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${title} at ${width} px`)
      .toBeLessThanOrEqual(0) // otherwise the page scrolls sideways
    // A list in a narrow window is a table in a wide one; nothing else is different for axe.
    if (![1280, 320].includes(width)) continue
    const { violations } = await new AxeBuilder({ page }).exclude(FOCUS_GUARD).withTags(STANDARDS).analyze()
    const found = violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ html }) => html) }))
    expect.soft(found, `${title} at ${width} px`).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** The manager, and somebody with a long name and address, sign in by the hospital. */
async function makeHospitals({ database }: Desk): Promise<void> {
  const oidc_issuer = 'https://sign-in.hospital.example/'
  const ofMeera = { oidc_issuer, oidc_subject: 'meera' }
  await database.updateTable('staff').set(ofMeera).where('email', '=', MEERA.email).execute()
  const other = { id: crypto.randomUUID(), email: LONG_EMAIL, name: LONG_NAME, role: 'coordinator' as const }
  await database
    .insertInto('staff')
    .values({ ...other, oidc_issuer, oidc_subject: 'other' })
    .execute()
  const [subject, how, client] = [other.id, 'hospital', '127.0.0.1']
  await database.transaction().execute(async (transaction) => {
    const record = (by: string | null, kind: 'connected' | 'signed-in' | 'sign-in-failed', detail: object) =>
      recordEvent(transaction, new Date(), { by, client }, kind, subject, { ...detail, how })
    await record(null, 'connected', { role: 'coordinator' })
    await record(other.id, 'signed-in', {})
    for (const because of ['no-role', 'email-taken']) await record(null, 'sign-in-failed', { because })
  })
}
