import { expect, type Page, type Request } from '@playwright/test'
import { nextMidnight } from '../../../src/callback-request/calling/buckets.ts'
import { english } from '../../support/content.ts'
import { test } from '../../support/desk/desk-test.ts'
import { ASHA, DEVIKA, signIn } from '../../support/desk/people.ts'
import { postAppointment } from '../../support/post-appointment.ts'

const MINUTE_MS = 60_000

const rowIn = (page: Page, table: string) => page.getByRole('table', { name: table }).getByRole('row').nth(1)

test('A call tried after midnight comes back in the same evening, and a colleague sees each step by itself', async ({
  page,
  desk,
  anotherPage,
}) => {
  const midnight = nextMidnight(new Date(), english.department.timeZone).getTime()
  const setClock = (minutesAfterMidnight: number) =>
    desk.setClockAhead(midnight + minutesAfterMidnight * MINUTE_MS - Date.now())

  await setClock(-120)
  const slot = { time_slot: '10:00pm-12:00am', start_time: '10:00pm', end_time: '12:00am' } as const
  expect((await postAppointment(desk.site, { fullname: 'Ravi Invented', ...slot })).status).toBe(201)

  await setClock(-15)
  const other = await anotherPage()
  await signIn(page, desk, ASHA)
  await signIn(other, desk, DEVIKA)

  // Both read the worklist twenty seconds before midnight, and then only wait.
  for (const each of [page, other]) {
    await setClock(-1 / 3)
    await each.clock.install()
    await each.goto('/')
    await expect(rowIn(each, 'Due now')).toContainText('under a minute left')
  }
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await setClock(0.1)
  for (const each of [page, other]) {
    // Its time then stands still: after 45 seconds of silence it would fetch everything again.
    await each.clock.pauseAt((await each.evaluate(() => Date.now())) + 0.4 * MINUTE_MS)
    await expect(rowIn(each, 'Overdue')).toContainText('under a minute overdue')
    await expect(each).toHaveTitle('(1) Callback desk')
    await each.clock.resume()
  }
  // The page itself does not keep the session alive.
  expect(await requests.find((one) => one.url().includes('/api/worklist'))?.headerValue('x-background')).toBe('true')

  await setClock(15)
  await page.reload()
  await expect(rowIn(page, 'Overdue')).toContainText('15 minutes overdue')
  await page.getByRole('button', { name: 'Call Ravi Invented' }).first().click()
  await expect(rowIn(other, 'Overdue')).toContainText('Held by Asha Invented until 12:30 am')
  await page.getByRole('button', { name: 'No answer' }).click()
  await expect(page.getByText(/^Saved for .*: No answer\. Comes back today, 10:00 pm\./)).toBeVisible()
  await expect(rowIn(other, 'Later today')).toContainText('tried once')
  await expect(other).toHaveTitle('Callback desk')

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowIn(other, 'Overdue')).toContainText('Held by Asha Invented until 12:30 am')
})
