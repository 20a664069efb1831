import { expect, type Page } from '@playwright/test'
import { rowsIn } from '../../support/desk/calls.ts'
import { test } from '../../support/desk/desk-test.ts'
import { ASHA, MEERA, signIn } from '../../support/desk/people.ts'
import { look } from '../../support/page/looks.ts'
import { postAppointment } from '../../support/post-appointment.ts'

const MINUTE_MS = 60_000

// Nobody answers there: each try fails.
test.use({ environment: { SMTP_URL: 'smtp://127.0.0.1:1', NOTIFY_EMAIL: 'desk@clinic.example' } })

const bannerOf = (page: Page) => page.getByRole('status').filter({ hasText: 'See deliveries' })

test('Undelivered messages have a banner, and a desk that is silent says so', async ({ page, desk, anotherPage }) => {
  const { reference } = (await (await postAppointment(desk.site)).json()) as { reference: string }
  /** Changes the message after a try, at a moment in which nobody is sending it. */
  const change = (values: { queued_at?: string; status?: 'abandoned' | 'delivered' }) =>
    expect
      .poll(async () => {
        const due_at = new Date(Date.now() + 60 * MINUTE_MS).toISOString()
        const free = desk.database
          .updateTable('outbox_messages')
          .set({ due_at, ...values })
          .where('lease', 'is', null)
        const { numUpdatedRows } = await free.where('failed_attempts', '>', 0).executeTakeFirstOrThrow()
        return Number(numUpdatedRows)
      })
      .toBe(1)

  await page.clock.install()
  await page.route('/api/events', () => {}) // never answered
  await signIn(page, desk, MEERA)
  const callback = page.getByRole('row').filter({ hasText: 'Asha Invented' })
  await expect(callback).toBeVisible()
  await expect(bannerOf(page)).toHaveCount(0)
  const place = await callback.boundingBox()
  const reconnecting = page.getByText('Reconnecting…')
  await change({ queued_at: new Date(Date.now() - 16 * MINUTE_MS).toISOString() })
  const asked = page.waitForRequest('/api/deliveries?limit=0')
  await page.clock.fastForward(30_000)
  expect(await (await asked).headerValue('x-background')).toBe('true')
  await expect(bannerOf(page)).toContainText('A message has been waiting since')
  // Coordinators have a number in their menu instead.
  const ashas = await anotherPage()
  await signIn(ashas, desk, ASHA)
  await ashas.getByRole('button', { name: ASHA.name, exact: true }).click()
  await expect(ashas.getByRole('menuitem', { name: 'Deliveries (1)' })).toBeVisible()
  await expect(bannerOf(ashas)).toHaveCount(0)
  await expect(reconnecting).toBeHidden()
  await page.clock.fastForward(16_000)
  await expect(reconnecting).toBeVisible()
  expect(await callback.boundingBox()).toEqual(place)

  await bannerOf(page).getByRole('link').click()
  await expect(page).toHaveURL('/deliveries')
  await expect(page).toHaveTitle('Deliveries – Callback desk')
  await expect(page.getByText('1 waiting, 0 abandoned.')).toBeVisible()
  await expect(rowsIn(page, 'Deliveries')).toContainText(`${reference}Mail to the departmentWaitingTried `)
  await expect(rowsIn(page, 'Deliveries')).toContainText('The server could not be reached (ECONNREFUSED).')
  await change({ status: 'abandoned' })
  await page.clock.fastForward(5_000)
  await expect(rowsIn(page, 'Deliveries')).toContainText('Abandoned')
  await expect(bannerOf(page)).toContainText('A message was not delivered and is abandoned.')

  const sendAgain = page.getByRole('button', { name: `Send again: ${reference}` })
  await sendAgain.press('Enter')
  await expect(page.getByText(`The messages of ${reference} are being sent again.`)).toBeVisible()
  await expect(rowsIn(page, 'Deliveries')).toContainText('Waiting')
  await expect(bannerOf(page)).toHaveCount(0)
  await expect(sendAgain).toBeFocused()
  await change({ status: 'delivered' })
  await page.clock.fastForward(5_000)
  await expect(page.getByText('No message is waiting or abandoned.')).toBeVisible()
  expect((await reconnecting.boundingBox())?.width).toBe(1280)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await look(page, 'Deliveries, empty')

  await change({ status: 'abandoned' })
  await page.clock.fastForward(30_000)
  await expect(bannerOf(page)).toBeVisible()
  await page.getByRole('button', { name: `Dismiss: ${reference}` }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Dismissed: the messages' })).toHaveCount(1)
  await expect(bannerOf(page)).toHaveCount(0)
  await expect(page.getByText('Dismissed. The request stays in this desk.')).toBeFocused()

  await page.route('/api/events', (route) => route.continue())
  const refetched = page.waitForRequest('/api/me')
  await page.clock.fastForward(50_000)
  expect(await (await refetched).headerValue('x-background')).toBe('true')
  await expect(reconnecting).toBeHidden()
})
