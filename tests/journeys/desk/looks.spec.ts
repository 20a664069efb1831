import { expect } from '@playwright/test'
import { writeDemo } from '../../../src/cli/demo/write-demo.ts'
import { press } from '../../support/desk/calls.ts'
import { test } from '../../support/desk/desk-test.ts'
import { signIn } from '../../support/desk/people.ts'
import { expectFits, look } from '../../support/page/looks.ts'
import { expectNoViolations } from '../../support/page/violations.ts'

/** Names and addresses as long as they may be. */
const LONG_NAME = `Dr Maximiliane ${'Langenhausen'.repeat(7)}`.slice(0, 100)
const LONG_EMAIL = `${'maximiliane.'.repeat(5)}x@${'callbacks.'.repeat(15)}clinic.example`

test.slow()

test('Every page of a full desk fits every window, and axe finds nothing wrong with it', async ({ page, desk }) => {
  const now = new Date()
  const settings = { requests: 60, days: 7, seed: 1, now, timeZone: 'Asia/Kolkata', noticeVersion: '2026-11-01' }
  await writeDemo(desk.database, settings)
  const message = `${'Cheap watches! '.repeat(60)}\n\nhttps://spam.example/${'x'.repeat(300)}`
  const long = {
    name: LONG_NAME,
    email: LONG_EMAIL,
    form: 'contact',
    service: null,
    message,
    timeSlot: 'Anytime',
  } as const
  const campaign = { source: null, medium: null, campaign: 'x'.repeat(100), term: null, content: null }
  await desk.receive({ ...long, phone: '0000099998' })
  const reference = await desk.receive({ ...long, phone: '0000099998' }, { campaign })
  await desk.receive({ ...long, phone: '0000099999' }, { campaign, suspected: true })
  await signIn(page, desk, { name: LONG_NAME, email: LONG_EMAIL, role: 'manager' })
  const person = `/requests/${reference}`
  const paths = [
    '/',
    '/find',
    person,
    '/spam',
    '/deliveries',
    '/report',
    '/audit',
    '/staff',
    '/account',
    '/no-such-page',
  ]
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByText('Loading', { exact: false })).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expectFits(page, `Full desk ${path}`)
    await expectNoViolations(page)
  }
  await page.setViewportSize({ width: 320, height: 568 })
  await page.goto('/find#text=maximiliane')
  const name = page.getByRole('list', { name: 'Requests' }).getByText(LONG_NAME).first()
  expect((await name.boundingBox())?.height).toBeLessThan(90)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(person)
  await press(page, LONG_NAME)
  await expect(page.getByRole('menu')).toBeVisible() // before, Escape does not close it
  await look(page, 'Menu of somebody with a long name')
  await page.keyboard.press('Escape')
  await press(page, `Call ${LONG_NAME}`)
  await expect(page.getByRole('region', { name: `Call with ${LONG_NAME}` })).toBeVisible()
  await look(page, 'Call with somebody with a long name')
  await page.route('/api/me', (route) => route.abort())
  await page.goto('/')
  await expect(page.getByText('The callback desk does not answer')).toBeVisible()
  await look(page, 'The desk does not answer')
})
