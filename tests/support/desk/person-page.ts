import type { Page } from '@playwright/test'
import type { Desk } from './running-desk.ts'

/** Stores a request of so many hours ago. @returns its reference */
export const ask = (desk: Desk, details = {}, hoursAgo = 1) =>
  desk.receive(
    { name: 'Ravi Invented', phone: '0000000001', timeSlot: 'Anytime', ...details },
    { minutesAgo: 60 * hoursAgo },
  )

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
export const timeline = (page: Page) => page.getByRole('list', { name: 'Timeline' }).getByRole('listitem')
export const status = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })
