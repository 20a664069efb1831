import type { Page } from '@playwright/test'
import type { TimeSlot } from '../../../src/callback-request/time-slots.ts'
import type { Desk } from './running-desk.ts'

/** Stores a request of so many hours ago. */
export async function askEarlier(
  desk: Desk,
  name: string,
  phone: string,
  hoursAgo: number,
  timeSlot: TimeSlot = 'Anytime',
) {
  await desk.receive({ name, phone, timeSlot }, { minutesAgo: 60 * hoursAgo })
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
