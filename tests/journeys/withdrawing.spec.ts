import { expect, type Page } from '@playwright/test'
import { english } from '../support/content.ts'
import { answerCalls } from '../support/page/calls.ts'
import { appointment, contact, field, fill, press, status, valuesIn } from '../support/page/forms.ts'
import { bar, modal, openHome, triggerModal } from '../support/page/home-page.ts'
import { storedFor, test } from '../support/page/site.ts'

const { visit: says, telephone } = english.forms

const offer = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).filter({ visible: true })
const main = (page: Page) => page.getByRole('main')
const said = (text: string) => text.replace('{telephone}', telephone.shown)

async function sendAppointment(page: Page, changes = {}) {
  await fill(bar(page), { ...appointment.values, ...changes })
  await press(page, appointment)
  await expect(status(bar(page))).toHaveText('Thanks for your submission!')
}

test('A request is corrected, also after a reload and from the thank-you page: the next one replaces it', async ({
  page,
  site,
}) => {
  const email = 'corrects@people.example'
  const stored = async () =>
    (await storedFor(email, site)).map(({ phone, withdrawn_at }) => [phone, withdrawn_at !== null])
  await openHome(page)
  await sendAppointment(page, { email, phone: '9876543210' })
  await openHome(page)
  await offer(page, says.correct).click()
  await expect(field(bar(page), 'fullname')).toBeFocused()
  expect(await valuesIn(bar(page))).toEqual({ ...appointment.values, email })
  await expect(bar(page)).toContainText(says.correcting)
  await sendAppointment(page, { email, phone: '9876543211' })
  await expect(bar(page)).toContainText(says.replaced)
  await expect(bar(page)).toContainText('We will call 98765 43211')
  expect(await stored()).toEqual([
    ['9876543210', true],
    ['9876543211', false],
  ])

  await triggerModal(page)
  await fill(modal(page), { ...contact.values, email })
  await press(page, contact)
  await page.waitForURL('/thank-you')
  await offer(page, says.correct).click()
  await page.waitForURL('/')
  await expect(field(modal(page), 'name')).toBeFocused()
  expect(await valuesIn(modal(page))).toEqual({ ...contact.values, email })
  await field(modal(page), 'phone').fill('9123456781')
  await press(page, contact)
  await page.waitForURL('/thank-you')
  await expect(main(page)).toContainText(says.replaced)
  expect((await stored()).slice(2)).toEqual([
    ['9123456780', true],
    ['9123456781', false],
  ])
  // Whoever thinks better of it leaves the first one.
  await offer(page, says.correct).click()
  await page.waitForURL('/')
  await modal(page).getByRole('button', { name: says.keep }).click()
  await press(page, contact)
  await page.waitForURL('/thank-you')
  expect((await stored()).filter(([, isWithdrawn]) => isWithdrawn)).toHaveLength(2)
})

test('A request is withdrawn once its visitor has confirmed it; of several, the newest comes first', async ({
  page,
  site,
}) => {
  const email = 'withdraws@people.example'
  const withdrawn = async () => (await storedFor(email, site)).map(({ withdrawn_at }) => withdrawn_at !== null)
  await openHome(page)
  await sendAppointment(page, { email, phone: '9876543210' })
  await expect(bar(page).locator('form')).not.toHaveAttribute('data-resting')
  await sendAppointment(page, { email, phone: '9876543211' })
  await offer(page, says.withdraw).click()
  await expect(page.getByRole('group', { name: says.question })).toBeFocused()
  await offer(page, says.keep).click()
  await expect(bar(page)).toContainText('We will call 98765 43211')
  expect(await withdrawn()).toEqual([false, false])

  await offer(page, says.withdraw).click()
  await offer(page, says.withdraw).click()
  await expect(page.getByRole('group', { name: says.withdrawn })).toBeFocused()
  await expect(bar(page), 'the one before').toContainText('We will call 98765 43210')
  expect(await withdrawn()).toEqual([false, true])

  await page.goto('/thank-you')
  await offer(page, says.withdraw).click()
  await offer(page, says.withdraw).click()
  await expect(main(page)).toContainText(says.withdrawn)
  await expect(main(page)).not.toContainText('We will call')
  await expect(main(page)).not.toContainText('we have it')
  expect(await withdrawn()).toEqual([true, true])
  await openHome(page)
  await triggerModal(page)
  await expect(modal(page).getByText(english.texts.callback.sentence).filter({ visible: true })).toBeVisible()
})

test('Where a request cannot be withdrawn the page says that we can be called, and it is offered for a day at most', async ({
  page,
}) => {
  await page.clock.setFixedTime('2026-11-20T04:30:00Z')
  await answerCalls(page, appointment)
  let answer: number | undefined
  await page.route('**/api/withdraw', (route) =>
    answer === undefined ? route.abort('connectionreset') : route.fulfill({ status: answer, body: '' }),
  )
  await openHome(page)
  await sendAppointment(page, { time_slot: 'Anytime' })
  for (answer of [404, 409, undefined]) {
    await offer(page, says.withdraw).click()
    await offer(page, says.withdraw).click()
    const failed = page.getByRole('group', { name: said(says.notWithdrawn) })
    await expect(failed).toBeVisible()
    await expect(failed.getByRole('link')).toHaveAttribute('href', `tel:${telephone.dialled}`)
  }
  await offer(page, says.correct).click()
  await press(page, appointment)
  await expect(bar(page)).toContainText(said(says.notReplaced))
  await page.clock.setFixedTime('2026-11-21T04:29:00Z')
  await page.goto('/thank-you')
  await expect(offer(page, says.correct)).toBeVisible()
  await page.clock.setFixedTime('2026-11-21T04:31:00Z')
  await page.goto('/thank-you')
  await expect(main(page)).toContainText('you')
  await expect(offer(page, says.correct)).toHaveCount(0)
})
