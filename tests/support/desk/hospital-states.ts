import type { Page } from '@playwright/test'
import { recordEvent } from '../../../src/server/storage/audit/audit-events.ts'
import { MEERA } from './people.ts'
import type { Desk } from './running-desk.ts'
import { type DeskState, LONG_EMAIL, LONG_NAME, press } from './states.ts'

/** The page is told that there is the hospital's sign-in; nobody goes there. */
async function withHospital(page: Page, path: string) {
  await page.route('/api/sign-in/options', (route) => route.fulfill({ json: { hospital: true } }))
  await page.goto(path)
  await page.getByRole('link', { name: 'Sign in with the hospital’s account' }).waitFor()
}

const outcome = (title: string, word: string): DeskState => ({
  title: `Hospital's sign-in, ${title}`,
  arrive: (page) => withHospital(page, `/sign-in?hospital=${word}`),
})

/** Nobody is signed in, and there is the hospital's sign-in. */
export const HOSPITAL_SIGNED_OUT: DeskState[] = [
  { title: "Hospital's sign-in", arrive: (page) => withHospital(page, '/sign-in') },
  outcome('signed out', 'none&state=signed-out'),
  outcome('no answer', 'unreachable'),
  outcome('no role', 'no-role'),
  outcome('account exists', 'email-taken'),
  { title: "Hospital's sign-in, emergency account", arrive: (page) => press(page, 'Use an emergency account') },
]

/** A manager of the hospital is signed in. */
export const HOSPITAL_MANAGER: DeskState[] = [
  {
    title: "Account of the hospital's",
    arrive: async (page, desk) => {
      await makeHospitals(desk)
      await page.goto('/account')
      await page.getByText('You sign in with the hospital’s account.').waitFor()
    },
  },
  {
    title: "Staff with the hospital's accounts",
    arrive: async (page) => {
      await page.goto('/staff')
      await page.getByText('At the hospital').first().waitFor()
    },
  },
  {
    title: "Audit log with the hospital's sign-ins",
    arrive: async (page) => {
      await page.goto('/audit')
      await page.getByText('First sign-in of').first().waitFor()
    },
  },
]

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
  await database.transaction().execute(async (transaction) => {
    const [how, client] = ['hospital', '127.0.0.1']
    const detail = { role: 'coordinator', how }
    await recordEvent(transaction, new Date(), { by: null, client }, 'connected', { subject: other.id, detail })
    await recordEvent(transaction, new Date(), { by: other.id, client }, 'signed-in', {
      subject: other.id,
      detail: { how },
    })
    for (const because of ['no-role', 'email-taken']) {
      const failure = { subject: other.id, detail: { because, how } }
      await recordEvent(transaction, new Date(), { by: null, client }, 'sign-in-failed', failure)
    }
  })
}
