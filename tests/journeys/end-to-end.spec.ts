import { expect } from '@playwright/test'
import { english } from '../support/content.ts'
import { appointment, contact, fill, press, status } from '../support/page/forms.ts'
import { openHome, triggerModal } from '../support/page/home-page.ts'
import { storedFor } from '../support/page/running-site.ts'
import { test, WITH_MOTION } from '../support/page/site.ts'

test.use(WITH_MOTION)

const RECEIVED = {
  reference: expect.stringMatching(/^\S{4,}$/),
  received_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
  status: 'new',
  suspected: false,
  notice_version: english.department.noticeVersion,
}

test('An appointment request that is sent through the page lies on the disk, with its campaign', async ({
  page,
  site,
}) => {
  const email = 'asha.end.to.end@people.example'
  await openHome(page, '/?utm_source=newsletter&utm_medium=email&utm_campaign=autumn&gclid=not-kept')
  await fill(appointment.in(page), { ...appointment.values, fullname: '  Asha Rao ', email })
  const answer = page.waitForResponse('**/api/appointment')
  await press(page, appointment)
  await expect(status(appointment.in(page))).toHaveText('Thanks for your submission!')
  expect((await answer).status()).toBe(201)
  expect(await storedFor(email, site)).toEqual([
    {
      ...RECEIVED,
      form: 'appointment',
      name: 'Asha Rao',
      phone: '9876543210',
      email,
      service: 'Rhinoplasty',
      message: null,
      time_slot: '10:00am-12:00pm',
      start_time: '10:00am',
      end_time: '12:00pm',
      campaign: { source: 'newsletter', medium: 'email', campaign: 'autumn', term: null, content: null },
    },
  ])
})

test('A contact request that is sent through the modal lies on the disk, without a campaign, and not in an address', async ({
  page,
  site,
}) => {
  const email = 'meera.end.to.end@people.example'
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(decodeURIComponent(request.url())))
  await openHome(page)
  await triggerModal(page)
  const message = 'पहला सवाल: how long?\nAnd what does it cost, 100 % & all?'
  await fill(contact.in(page), { ...contact.values, email, message, time_slot: 'Anytime' })
  await press(page, contact)
  await page.waitForURL('/thank-you')
  expect(await storedFor(email, site)).toEqual([
    {
      ...RECEIVED,
      form: 'contact',
      name: 'Meera Iyer',
      phone: '9123456780',
      email,
      service: null,
      message,
      time_slot: 'Anytime',
      start_time: null,
      end_time: null,
      campaign: null,
    },
  ])
  addresses.push(page.url(), await page.evaluate(() => document.referrer))
  expect(addresses.filter((address) => /Meera|9123456780|@/.test(address))).toEqual([])
})

test('A request whose answer got lost is stored once, though the visitor presses again', async ({ page, site }) => {
  const email = 'pressed.twice@people.example'
  await openHome(page)
  await fill(appointment.in(page), { ...appointment.values, email })
  await page.route('**/api/appointment', async (route) => {
    await route.fetch() // it reaches the server; the visitor never learns of it
    await route.abort('connectionreset')
  })
  await press(page, appointment)
  await expect(status(appointment.in(page))).toHaveText('Please fill the form correctly.')
  await page.route('**/api/appointment', (route) => route.continue())
  await press(page, appointment)
  await expect(status(appointment.in(page))).toHaveText('Thanks for your submission!')
  expect(await storedFor(email, site)).toHaveLength(1)
})
