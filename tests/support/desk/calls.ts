import type { Page } from '@playwright/test'
import type { TimeSlot } from '../../../src/callback-request/time-slots.ts'
import { CallbackRequests } from '../../../src/server/storage/requests/callback-requests.ts'
import { DETAILS, SUBMISSION } from '../samples.ts'
import type { Desk } from './running-desk.ts'

const HOUR_MS = 60 * 60_000

/** Stores a request of so many hours ago. */
export async function askEarlier(
  desk: Desk,
  name: string,
  phone: string,
  hoursAgo: number,
  timeSlot: TimeSlot = 'Anytime',
) {
  const receivedAt = new Date(Date.now() - hoursAgo * HOUR_MS)
  const details = { ...DETAILS, name, phone, timeSlot }
  const result = await new CallbackRequests(desk.database).receive(details, { ...SUBMISSION, receivedAt })
  if (!result.ok) throw new Error(result.refusal)
}

/** The row of a person in the worklist. */
export const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

export const panelOf = (page: Page, name: string) => page.getByRole('region', { name: `Call with ${name}` })

/** The number in the call panel, which has the focus when a call begins. */
export const numberOf = (page: Page, name: string) => panelOf(page, name).locator('a[href^="tel:"]')

export const noteOf = (page: Page) => page.getByRole('textbox', { name: 'Note for this call' })

/** What was saved last. */
export const saved = (page: Page) => page.getByRole('status').filter({ hasText: /^Saved for / })

/** Presses a button. Of the two that call the selected person, the one in the row. */
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
