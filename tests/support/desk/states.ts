import type { Page } from '@playwright/test'
import { codeOf, PASSWORD } from './people.ts'
import type { Desk } from './running-desk.ts'

/** A state of the desk that staff can see, reached from the one before it. */
export interface DeskState {
  title: string
  arrive: (page: Page, desk: Desk) => Promise<unknown>
  /** Reaches it again in a window of another width, which closes it. */
  reopen?: (page: Page) => Promise<unknown>
}

/** Names and addresses as long as they may be. */
export const LONG_NAME = `Dr Maximiliane ${'Langenhausen'.repeat(7)}`.slice(0, 100)
export const LONG_EMAIL = `${'maximiliane.'.repeat(5)}x@${'callbacks.'.repeat(15)}clinic.example`

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()

/** The name of a state's pictures. */
export const deskPictureName = (title: string) => `desk-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`

const alerted = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text }).waitFor()
const described = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

const HEADERS = { 'X-Requested-With': 'XMLHttpRequest' }

async function typePassword(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await press(page, 'Sign in')
}

/** Answers the next calls of a path in place of the server. */
const answer = (page: Page, path: string, status: number, problem: object = {}) =>
  page.route(path, (route) => route.fulfill({ status, contentType: 'application/problem+json', json: problem }))

/** Nobody is signed in. */
export const SIGNED_OUT: DeskState[] = [
  { title: 'Sign-in', arrive: (page) => page.goto('/sign-in') },
  { title: 'Sign-in, nothing typed', arrive: (page) => press(page, 'Sign in') },
  {
    title: 'Sign-in, wrong password',
    arrive: async (page) => {
      await typePassword(page, 'asha@clinic.example', 'not the password')
      await alerted(page, 'E-mail or password is wrong.')
    },
  },
  {
    title: 'Sign-in, too many tries',
    arrive: async (page) => {
      const data = { email: 'asha@clinic.example', password: 'not the password' }
      for (let tries = 0; tries < 9; tries++) await page.request.post('/api/sign-in', { data, headers: HEADERS })
      await press(page, 'Sign in')
      await alerted(page, 'Too many tries')
    },
  },
  {
    title: 'Sign-in, the server is busy',
    arrive: async (page) => {
      await answer(page, '/api/sign-in', 503)
      await press(page, 'Sign in')
      await alerted(page, 'not available at the moment')
      await page.route('/api/sign-in', (route) => route.continue())
    },
  },
  {
    title: 'Sign-in without a connection',
    arrive: async (page) => {
      await page.route('/api/sign-in', (route) => route.abort())
      await press(page, 'Sign in')
      await alerted(page, 'cannot be reached')
      await page.route('/api/sign-in', (route) => route.continue())
    },
  },
  { title: 'Page not found', arrive: (page) => page.goto('/no-such-page') },
  { title: 'Link that no longer works', arrive: (page) => page.goto('/invitation#nonsense') },
  {
    title: 'Invitation of a coordinator',
    arrive: async (page, desk) => page.goto(await desk.invite('asha@clinic.example', 'Asha Invented', 'coordinator')),
  },
  {
    title: 'Invitation with a long name',
    arrive: async (page, desk) => page.goto(await desk.invite(LONG_EMAIL, LONG_NAME, 'manager')),
  },
  { title: 'Invitation, nothing typed', arrive: (page) => press(page, 'Save and sign in') },
  {
    title: 'Invitation, common password',
    arrive: async (page) => {
      await page.getByLabel('Password').fill('passwordpassword')
      await press(page, 'Save and sign in')
      await described(page, /This password is too common/)
    },
  },
  {
    title: 'Second factor of a new manager',
    arrive: async (page) => {
      await page.getByLabel('Password').fill(PASSWORD)
      await press(page, 'Save and sign in')
      await page.getByLabel('Key').waitFor()
    },
  },
  {
    title: 'Second factor of a new manager, wrong code',
    arrive: async (page) => {
      await page.getByLabel('Code').fill('000000')
      await press(page, 'Confirm')
      await described(page, /This code is wrong/)
    },
  },
  {
    title: 'Header with a long name, and its menu',
    arrive: async (page) => {
      await page.getByLabel('Code').fill(codeOf(await page.getByLabel('Key').inputValue()))
      await press(page, 'Confirm')
      await page.getByRole('heading', { level: 1, name: 'Callbacks' }).waitFor()
      await page.goto('/account')
      await press(page, LONG_NAME)
      await page.getByRole('menuitem').first().waitFor()
    },
  },
  { title: 'Account of a manager with a long name', arrive: (page) => page.goto('/account') },
]

/** A coordinator without a second factor, `asha@clinic.example`, is signed in. */
export const COORDINATORS: DeskState[] = [
  { title: 'Account of a coordinator', arrive: (page) => page.goto('/account') },
  {
    title: 'Account, setting up the second factor',
    arrive: async (page) => {
      await press(page, 'Set up a second factor')
      await page.getByLabel('Key').waitFor()
    },
  },
  {
    title: 'Account, second factor set up',
    arrive: async (page) => {
      await page.getByLabel('Code').fill(codeOf(await page.getByLabel('Key').inputValue()))
      await press(page, 'Confirm')
      await page.getByLabel('Your password').waitFor()
    },
  },
  {
    title: 'Account, removing the second factor with a wrong password',
    arrive: async (page) => {
      await page.getByLabel('Your password').fill('not this one')
      await press(page, 'Remove the second factor')
      await described(page, 'This is not your password')
    },
  },
  { title: 'Page for managers only', arrive: (page) => page.goto('/staff') },
  {
    title: 'Session ended',
    arrive: async (page) => {
      await page.request.post('/api/sign-out', { headers: HEADERS })
      await described(page, 'Your session has ended.')
    },
  },
  {
    title: 'Code step',
    arrive: async (page) => {
      await typePassword(page, 'asha@clinic.example', PASSWORD)
      await page.getByLabel('Code').waitFor()
    },
  },
  {
    title: 'Code step, wrong code',
    arrive: async (page) => {
      await page.getByLabel('Code').fill('000000')
      await press(page, 'Sign in')
      await described(page, /This code is wrong/)
    },
  },
]

/** A manager, `meera@clinic.example`, is signed in. */
export const MANAGERS: DeskState[] = [
  { title: 'Worklist, empty', arrive: (page) => page.goto('/') },
  { title: 'Menu', arrive: (page) => press(page, 'Meera Invented') },
  {
    title: 'Keyboard shortcuts',
    arrive: async (page) => {
      await page.keyboard.press('Escape')
      await press(page, 'Keyboard shortcuts')
    },
  },
  { title: 'Account of a manager', arrive: (page) => page.goto('/account') },
  { title: 'Account, no password typed', arrive: (page) => press(page, 'Change password') },
  {
    title: 'Account, password changed',
    arrive: async (page) => {
      await page.getByLabel('Current password').fill(PASSWORD)
      await page.getByLabel('New password').fill(`${PASSWORD} again`)
      await press(page, 'Change password')
      await described(page, 'Your password is changed.')
    },
  },
  { title: 'Staff, one account', arrive: (page) => page.goto('/staff') },
  { title: 'Invitation dialog', arrive: (page) => press(page, 'Invite somebody') },
  { title: 'Invitation dialog, nothing typed', arrive: (page) => press(page, 'Invite') },
  {
    title: 'Invitation dialog, account exists',
    arrive: async (page) => {
      await page.getByLabel('E-mail').fill('meera@clinic.example')
      await page.getByLabel('Name').fill('Asha Invented')
      await press(page, 'Invite')
      await described(page, 'There is already an account')
    },
  },
  {
    title: 'Link of an invitation',
    arrive: async (page) => {
      await page.getByLabel('E-mail').fill('asha@clinic.example')
      await page.getByLabel('Name').fill(LONG_NAME)
      await press(page, 'Invite')
      await page.getByLabel('Link').waitFor()
    },
  },
  {
    title: 'Staff, many accounts',
    arrive: async (page, desk) => {
      await press(page, 'Done')
      await desk.invite(LONG_EMAIL, LONG_NAME, 'manager')
      for (let number = 1; number <= 12; number++) {
        await desk.invite(`ravi-${number}@clinic.example`, `Ravi Invented ${number}`, 'coordinator')
      }
      await page.goto('/staff')
      await described(page, 'Ravi Invented 12')
    },
  },
  {
    title: 'Staff, menu of an account',
    arrive: (page) => press(page, 'Actions for Ravi Invented 1'),
    reopen: async (page) => {
      if ((await page.getByRole('menuitem').count()) === 0) await press(page, 'Actions for Ravi Invented 1')
    },
  },
  { title: 'Changing an account', arrive: (page) => inDialog(page, 'Ravi Invented 1', 'Change name or role') },
  { title: 'Changing the own account', arrive: (page) => inDialog(page, 'Meera Invented', 'Change name or role') },
  { title: 'Disabling an account', arrive: (page) => inDialog(page, 'Ravi Invented 1', 'Disable') },
  { title: 'Spam, empty', arrive: (page) => page.goto('/spam').then(() => described(page, 'No request is held back')) },
  {
    title: 'Deliveries, empty',
    arrive: (page) => page.goto('/deliveries').then(() => described(page, 'No message is')),
  },
  {
    title: 'Audit, filtered to nothing',
    arrive: (page) => page.goto('/audit?kind=erased').then(() => described(page, 'Nothing of this kind is recorded.')),
  },
  {
    title: 'The desk does not answer',
    arrive: async (page) => {
      await page.route('/api/me', (route) => route.abort())
      await page.goto('/')
      await described(page, 'The callback desk does not answer')
      await page.route('/api/me', (route) => route.continue())
    },
  },
]

/** Closes an open dialog, and opens what an account's menu leads to. */
async function inDialog(page: Page, name: string, item: string) {
  await page.keyboard.press('Escape')
  await press(page, `Actions for ${name}`)
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}
