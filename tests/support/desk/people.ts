import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import type { StaffRole } from '../../../src/callback-request/staff-account.ts'
import type { Desk } from './running-desk.ts'

export const PASSWORD = 'three calm herons wade'

export const MEERA = { email: 'meera@clinic.example', name: 'Meera Invented', role: 'manager' } as const
export const ASHA = { email: 'asha@clinic.example', name: 'Asha Invented', role: 'coordinator' } as const
export const DEVIKA = { email: 'devika@clinic.example', name: 'Devika Invented', role: 'coordinator' } as const

interface Account {
  email: string
  name: string
  role: StaffRole
}

const STEP_MS = 30_000

/** The code that an authenticator app shows, or will show so many steps later: a code works only once. */
export function codeOf(secret: string, stepsLater = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) })
  return totp.generate({ timestamp: Date.now() + stepsLater * STEP_MS })
}

/** Sends the form of the sign-in page. */
export async function typePassword(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/**
 * Makes an account and signs the page's browser in, without the pages.
 *
 * @returns the secret of a manager's second factor
 */
export async function signIn(page: Pick<Page, 'request'>, desk: Desk, { email, name, role }: Account) {
  const token = (await desk.invite(email, name, role)).split('#')[1]
  const headers = { 'X-Requested-With': 'XMLHttpRequest' }
  const post = (path: string, data: object) => page.request.post(path, { data, headers, failOnStatusCode: true })
  await post('/api/invitations/accept', { token, name, password: PASSWORD })
  if (role === 'coordinator') return ''
  const { secret } = await (await page.request.get('/api/second-factor')).json()
  await post('/api/second-factor', { code: codeOf(secret) })
  return String(secret)
}
