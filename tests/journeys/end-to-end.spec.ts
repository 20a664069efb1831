import { expect } from '@playwright/test'
import { english } from '../support/content.ts'
import { appointment, fill, press, status } from '../support/page/forms.ts'
import { openHome } from '../support/page/home-page.ts'
import { storedFor } from '../support/page/running-site.ts'
import { test, WITH_MOTION } from '../support/page/site.ts'

test.use(WITH_MOTION)

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
    expect.objectContaining({
      suspected: false,
      notice_version: english.department.noticeVersion,
      language: 'en',
      form: 'appointment',
      name: 'Asha Rao',
      phone: '9876543210',
      service: 'Rhinoplasty',
      time_slot: '10:00am-12:00pm',
      start_time: '10:00am',
      end_time: '12:00pm',
      campaign: { source: 'newsletter', medium: 'email', campaign: 'autumn', term: null, content: null },
    }),
  ])
})
