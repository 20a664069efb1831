import assert from 'node:assert/strict'
import { mergeTests } from '@playwright/test'
import { localDayText } from '../../src/callback-request/local-clock.ts'
import { askEarlier } from '../support/desk/calls.ts'
import { test as deskTest } from '../support/desk/desk-test.ts'
import { ASHA } from '../support/desk/people.ts'
import { PASSWORD } from '../support/staff-accounts.ts'
import type { Page } from './engine.ts'
import { fill, typeInto } from './forms.ts'
import { test as visitTest } from './visit.ts'
import { eventually, look, press, see } from './visitor.ts'

const PANEL = 'section[aria-label^="Call with "]'
const DIALOG = '[role="dialog"]'

const test = mergeTests(visitTest, deskTest)

test('A coordinator signs in, calls, chooses another time, undoes it, adds somebody and finds them', async ({
  visit: { page },
  desk,
}) => {
  await askEarlier(desk, 'Ravi Invented', '0000000001', 3)
  await askEarlier(desk, 'Devika Invented', '0000000002', 2)
  await desk.signInNew(ASHA)

  await page.goto(`${desk.address}/sign-in`)
  await typeInto(page, 'form', 'email', ASHA.email)
  await typeInto(page, 'form', 'password', PASSWORD)
  await press(page, { within: 'form', name: 'Sign in' })
  await press(page, { within: 'main', name: 'Call Ravi Invented' })
  // Until the panel has come into sight.
  await eventually(async () => assert.ok((await see(page, { within: PANEL, selector: 'a[href^="tel:"]' })).focused))
  await press(page, { within: PANEL, name: 'Call later' })
  await fill(page, `${PANEL} form`, { day: localDayText(new Date(), 'Asia/Kolkata', 1), time_slot: 'Anytime' })
  await press(page, { within: `${PANEL} form`, name: 'Save' })
  await expectSaved(page, 'Saved for Ravi Invented: Call later. Comes back tomorrow, any time.')
  await press(page, { within: 'main', name: 'Undo' })
  await press(page, { within: PANEL, selector: 'textarea' })
  await page.type('Rings back')
  await press(page, { within: PANEL, name: 'Booked' })
  await expectSaved(page, 'Saved for Ravi Invented: Booked.')
  await eventually(async () => assert.equal((await look(page, { name: 'Call Ravi Invented' })).length, 0))

  await press(page, { within: 'main', name: 'Add a callback' })
  await typeInto(page, DIALOG, 'name', 'Kiran Invented')
  await typeInto(page, DIALOG, 'phone', '0000000003')
  await press(page, { within: DIALOG, name: 'Add' })
  await eventually(async () => assert.equal((await see(page, { selector: 'h1' })).text, 'Kiran Invented'))
  await press(page, { within: 'nav', name: 'Find' })
  await typeInto(page, 'main', 'text', 'kiran')
  await page.key('Enter')
  await eventually(() => see(page, { within: 'main', name: 'Kiran Invented' }))
})

async function expectSaved(page: Page, text: string) {
  await eventually(async () => {
    const statuses = await look(page, { within: 'main', selector: '[role="status"]' })
    assert.ok(
      statuses.some((status) => status.visible && status.text.startsWith(text)),
      `no status "${text}"`,
    )
  })
}
