import type { Page } from '@playwright/test'
import type { TimeSlot } from '../../../src/callback-request/time-slots.ts'
import { CallbackRequests } from '../../../src/server/storage/requests/callback-requests.ts'
import { DETAILS, SUBMISSION } from '../samples.ts'
import type { Desk } from './running-desk.ts'
import { type DeskState, LONG_NAME, press } from './states.ts'

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

const panel = (page: Page) => page.getByRole('region', { name: /^Call with / })

/** A coordinator is signed in, whose page has a clock that moves with the server's. */
export const CALLS: DeskState[] = [
  {
    title: 'Worklist with rows in every part',
    arrive: async (page, desk) => {
      await page.clock.install()
      await askEarlier(desk, 'Asha Invented', '0000000001', 27)
      await askEarlier(desk, LONG_NAME, '0000000002', 26)
      await askEarlier(desk, 'Ravi Invented', '0000000003', 20)
      await askEarlier(desk, 'Ravi Invented', '0000000003', 3)
      await askEarlier(desk, 'Devika Invented', '0000000004', 2)
      for (const [index, slot] of (
        ['12:00am-02:00am', '08:00am-10:00am', '04:00pm-06:00pm', '10:00pm-12:00am'] as const
      ).entries()) {
        await askEarlier(desk, `Kiran Invented ${index}`, `000000001${index}`, 0, slot)
      }
      await page.goto('/')
      await page.getByText('Kiran Invented 3').waitFor()
    },
  },
  { title: 'Call panel', arrive: (page) => press(page, 'Call Ravi Invented').then(() => panel(page).waitFor()) },
  {
    title: 'Call panel, call later and a note',
    arrive: async (page) => {
      await press(page, 'Call later')
      await page
        .getByLabel('Note')
        .fill('Rings back in the evening; ask for the ward, and have the date of the visit ready.')
    },
  },
  {
    title: 'Call panel, call later in error',
    arrive: async (page) => {
      await page.getByLabel('Day', { exact: true }).selectOption('Another date…')
      await page.getByLabel('Date').fill('2020-01-01')
      await press(page, 'Save')
      await page.getByRole('alert').filter({ hasText: 'at least 15 minutes' }).waitFor()
    },
  },
  {
    title: 'Call panel, the hold ends soon',
    arrive: async (page, desk) => {
      await press(page, 'Call later')
      await desk.setClockAhead(13 * 60_000)
      await page.clock.fastForward(13 * 60_000)
      await page.getByRole('button', { name: 'Hold longer' }).waitFor()
    },
  },
  {
    title: 'Call panel, the hold has ended',
    arrive: async (page, desk) => {
      await desk.setClockAhead(16 * 60_000)
      await page.clock.fastForward(3 * 60_000)
      await page.getByRole('button', { name: 'Hold again' }).waitFor()
    },
  },
  {
    title: 'Call saved',
    arrive: async (page) => {
      await press(page, 'No answer')
      await page.getByRole('button', { name: 'Undo' }).waitFor()
    },
  },
  {
    title: 'Call that can no longer be undone',
    arrive: async (page, desk) => {
      await desk.setClockAhead(27 * 60_000)
      await page.clock.fastForward(11 * 60_000)
      await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'hidden' })
    },
  },
  {
    title: 'Call panel with a long name',
    arrive: (page) => press(page, `Call ${LONG_NAME}`).then(() => panel(page).waitFor()),
  },
  {
    title: 'Call before the chosen time',
    arrive: async (page) => {
      await press(page, 'Stop calling')
      await panel(page).waitFor({ state: 'hidden' }) // one call at a time
      await page
        .getByRole('button', { name: /^Call Kiran/ })
        .last()
        .click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
]
