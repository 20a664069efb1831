import assert from 'node:assert/strict'
import { askEarlier } from '../support/desk/calls.ts'
import { PASSWORD } from '../support/desk/people.ts'
import { type Desk, startDesk } from '../support/desk/running-desk.ts'
import type { Page } from './engine.ts'
import { typeInto } from './forms.ts'
import { test } from './visit.ts'
import { eventually, look, press, see } from './visitor.ts'

const NAME = 'Asha Invented'
const PANEL = 'section[aria-label^="Call with "]'
const DIALOG = '[role="dialog"]'

test('A coordinator signs in, calls, chooses another time, undoes it, adds somebody and finds them', async ({
  visit: { page, email },
}) => {
  const { stop, ...desk } = await startDesk()
  await workAtDesk(page, desk, email).finally(stop)
})

async function workAtDesk(page: Page, desk: Desk, email: string) {
  await askEarlier(desk, 'Ravi Invented', '0000000001', 3)
  await askEarlier(desk, 'Devika Invented', '0000000002', 2)
  const [, token] = (await desk.invite(email, NAME, 'coordinator')).split('#')
  const accepted = await fetch(`${desk.address}/api/invitations/accept`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'XMLHttpRequest' },
    body: JSON.stringify({ token, name: NAME, password: PASSWORD }),
  })
  assert.equal(accepted.status, 200)

  await page.goto(`${desk.address}/sign-in`)
  await typeInto(page, 'form', 'email', email)
  await typeInto(page, 'form', 'password', PASSWORD)
  await press(page, { within: 'form', name: 'Sign in' })
  await press(page, { within: 'main', name: 'Call Ravi Invented' })
  await press(page, { within: PANEL, name: 'Call later' })
  await press(page, { within: `${PANEL} form`, name: 'Save' })
  await expectSaved(page, 'Saved for Ravi Invented: Call later. Comes back tomorrow, any time.')
  await press(page, { within: 'main', name: 'Undo' })
  await press(page, { within: PANEL, selector: '#call-note' })
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
}

async function expectSaved(page: Page, text: string) {
  await eventually(async () => {
    const statuses = await look(page, { within: 'main', selector: '[role="status"]' })
    assert.ok(
      statuses.some((status) => status.visible && status.text.startsWith(text)),
      `no status "${text}"`,
    )
  })
}
