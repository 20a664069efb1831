import type { Page } from '@playwright/test'
import { type NewAccount, PASSWORD } from '../staff-accounts.ts'
import type { Desk } from './desk-test.ts'

export const MEERA = { email: 'meera@clinic.example', name: 'Meera Invented', role: 'manager' } as const
export const ASHA = { email: 'asha@clinic.example', name: 'Asha Invented', role: 'coordinator' } as const
export const DEVIKA = { email: 'devika@clinic.example', name: 'Devika Invented', role: 'coordinator' } as const

/** Sends the form of the sign-in page. */
export async function typePassword(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Makes an account, signs the page's browser in with it, and opens a page. */
export async function signIn(page: Page, desk: Desk, account: NewAccount, path = '/') {
  const { token } = await desk.signInNew(account)
  const cookie = { name: 'desk', value: token, url: desk.address, httpOnly: true, sameSite: 'Strict' } as const
  await page.context().addCookies([cookie])
  await page.goto(path)
}
