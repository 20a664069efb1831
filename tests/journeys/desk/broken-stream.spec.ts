import { expect } from '@playwright/test'
import { cuttable } from '../../support/cuttable.ts'
import { test } from '../../support/desk/desk-test.ts'
import { ASHA, signIn } from '../../support/desk/people.ts'
import { postAppointment } from '../../support/post-appointment.ts'

test('What happened while the connection was cut is there after it is restored, without a reload', async ({
  browser,
  desk,
}) => {
  const line = await cuttable(desk.address)
  const context = await browser.newContext({ baseURL: line.address, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await signIn(page, desk, ASHA)
  const opened = page.waitForResponse('/api/events')
  await page.goto('/')
  await opened
  await expect(page.getByText('Nobody is due now.')).toBeVisible()

  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/events'))
  line.cut()
  await failed
  const anytime = { time_slot: 'Anytime', start_time: null, end_time: null }
  expect((await postAppointment(desk.site, { fullname: 'Ravi Invented', ...(anytime as object) })).status).toBe(201)
  await expect(page.getByText('Nobody is due now.')).toBeVisible()

  line.restore()
  await expect(page.getByRole('row').filter({ hasText: 'Ravi Invented' })).toBeVisible()
  await expect(page).toHaveTitle('(1) Callback desk')
  await context.close()
  line.close()
})
