import { expect, type Page } from '@playwright/test'
import { test as deskTest } from '../../support/desk/desk-test.ts'
import { ASHA, signIn } from '../../support/desk/people.ts'
import { openMailServer } from '../../support/mail-server.ts'
import { look } from '../../support/page/looks.ts'
import { postAppointment } from '../../support/post-appointment.ts'

const MINUTE_MS = 60_000

/** A mail server that refuses messages until a journey says otherwise. */
const test = deskTest.extend<{ mailServer: { mails: unknown[]; accept: () => void; url: string } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off its first parameter
  mailServer: async ({}, use) => {
    const message = Array.from({ length: 1_000 }, () => 451)
    const { url, mails, close } = await openMailServer({ message })
    await use({ url, mails, accept: () => message.splice(0) })
    await close()
  },
  environment: ({ mailServer }, use) => use({ SMTP_URL: mailServer.url, NOTIFY_EMAIL: 'desk@clinic.example' }),
})

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Deliveries' }).locator('tbody').getByRole('row')
const bannerOf = (page: Page) => page.getByRole('status').filter({ hasText: 'See deliveries' })

test('A message that does not arrive has a banner on every page, until it was sent again or dismissed', async ({
  page,
  desk,
  mailServer,
}) => {
  const { reference } = (await (await postAppointment(desk.site)).json()) as { reference: string }
  const messages = () => desk.database.selectFrom('outbox_messages').selectAll().execute()
  /** Changes the message at a moment in which nobody is sending it. */
  const change = (values: { queued_at?: string; due_at?: string; status?: 'abandoned' }) =>
    expect
      .poll(async () => {
        const free = desk.database.updateTable('outbox_messages').set(values).where('lease', 'is', null)
        const { numUpdatedRows } = await free.where('failed_attempts', '>', 0).executeTakeFirstOrThrow()
        return Number(numUpdatedRows)
      })
      .toBe(1)

  await page.clock.install()
  // A delivery is no event.
  await page.route('/api/events', () => {})
  await signIn(page, desk, ASHA)
  await page.goto('/')
  const callback = page.getByRole('row').filter({ hasText: 'Asha Invented' })
  await expect(callback).toBeVisible()
  await expect(bannerOf(page)).toHaveCount(0)
  const place = await callback.boundingBox()
  const queued_at = new Date(Date.now() - 16 * MINUTE_MS).toISOString()
  await change({ queued_at, due_at: new Date(Date.now() + 60 * MINUTE_MS).toISOString() })
  const asked = page.waitForRequest('/api/deliveries?limit=0')
  await page.clock.fastForward(30_000)
  expect(await (await asked).headerValue('x-background')).toBe('true')
  await expect(bannerOf(page)).toContainText('A message has been waiting since')
  expect(await callback.boundingBox()).toEqual(place)

  await bannerOf(page).getByRole('link').click()
  await expect(page).toHaveURL('/deliveries')
  await expect(page).toHaveTitle('Deliveries – Callback desk')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeFocused()
  const [above, below] = [await bannerOf(page).boundingBox(), await heading.boundingBox()]
  expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeGreaterThanOrEqual(4)
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page)).toContainText(`${reference}Mail to the departmentWaiting for the next try`)
  await expect(rowsOf(page)).toContainText('The mail server asks to try later (SMTP 451).')
  await expect(rowsOf(page).getByRole('link')).toHaveAttribute('href', `/requests/${reference}`)
  await change({ status: 'abandoned' })
  await page.clock.fastForward(5_000)
  await expect(rowsOf(page)).toContainText('Abandoned')
  await expect(bannerOf(page)).toContainText('A message was not delivered and is abandoned.')

  // Refused once more, it waits again.
  await page.getByRole('button', { name: `Send again: ${reference}` }).press('Enter')
  await expect(
    page.getByRole('status').filter({ hasText: `The messages of ${reference} are being sent again.` }),
  ).toBeVisible()
  await expect(rowsOf(page)).toContainText('Waiting')
  await expect(bannerOf(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Send again: ${reference}` })).toBeFocused()
  await expect(page.getByRole('button', { name: `Send again: ${reference}` })).not.toHaveAttribute('aria-busy')

  // The next try by itself is far away: otherwise it may deliver the message just before the key is pressed.
  await change({ due_at: new Date(Date.now() + 60 * MINUTE_MS).toISOString() })
  mailServer.accept()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await messages()).map(({ status }) => status)).toEqual(['delivered'])
  await page.clock.fastForward(5_000)
  await expect(page.getByText('No message is waiting or abandoned.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await look(page, 'Deliveries, empty')
  await expect(bannerOf(page)).toHaveCount(0)
  expect(mailServer.mails).toHaveLength(1)

  await desk.database.updateTable('outbox_messages').set({ status: 'abandoned' }).execute()
  await page.clock.fastForward(30_000)
  await expect(bannerOf(page)).toBeVisible()
  await page.getByRole('button', { name: `Dismiss: ${reference}` }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Dismissed: the abandoned messages' })).toHaveCount(1)
  await expect(bannerOf(page)).toHaveCount(0)
  await expect(page.getByText('Dismissed. The request stays in this desk.')).toBeFocused()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
