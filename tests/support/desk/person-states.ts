import { CallbackRequests } from '../../../src/server/storage/requests/callback-requests.ts'
import { DETAILS, SUBMISSION } from '../samples.ts'
import type { Desk } from './running-desk.ts'
import { type DeskState, LONG_EMAIL, LONG_NAME, press } from './states.ts'

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

/** A manager is signed in. Everything is as long as it may be. */
export const ONE_PERSON: DeskState[] = [
  {
    title: 'Person',
    arrive: async (page, desk) => {
      await page.goto(`/requests/${await longRequest(desk)}`)
      await page.getByText(LONG_NAME).first().waitFor()
      await press(page, 'Add note')
    },
  },
  {
    title: 'Person, erasing, nothing typed',
    arrive: async (page) => {
      await press(page, 'Erase…')
      await page.getByText('It cannot be undone.').waitFor()
      await press(page, 'Erase')
      await page.getByText('Please type the reference of this page').waitFor()
    },
  },
  {
    title: 'Person, called',
    arrive: async (page) => {
      await press(page, 'Keep')
      await page
        .getByRole('button', { name: `Call ${LONG_NAME}` })
        .first()
        .click()
      await page.getByRole('region', { name: `Call with ${LONG_NAME}` }).waitFor()
    },
  },
  {
    title: 'Person, moved to another time',
    arrive: async (page) => {
      await press(page, 'Stop calling')
      await press(page, 'Move to another time')
      await page.getByLabel('Slot').selectOption('An exact time…')
      await press(page, 'Save')
    },
  },
  {
    title: 'Adding a callback, nothing typed',
    arrive: async (page) => {
      await page.goto('/')
      await press(page, 'Add a callback')
      await page.getByRole('dialog').getByLabel('Day').selectOption('Another date…')
      await press(page, 'Add')
    },
  },
  { title: 'Person who is not there', arrive: (page) => page.goto('/requests/7K3M-9RXD') },
]
