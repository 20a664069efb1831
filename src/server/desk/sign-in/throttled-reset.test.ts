import { expect, test } from 'vitest'
import { startDeskListener } from '../../../../tests/support/start-desk-listener.ts'
import { COMMAND_LINE } from '../../storage/audit/audit-events.ts'

test('Somebody whose address is throttled can use the link of a reset, and signs in again afterwards', async () => {
  const { accounts, signedIn, browser } = await startDeskListener()
  const nina = await signedIn('coordinator')
  for (let failure = 0; failure < 10; failure++) await browser().signIn({ email: nina.email, password: 'wrong' })
  expect((await nina.signIn()).statusCode).toBe(429)
  const reset = await accounts.reset(nina.id, COMMAND_LINE)
  const token = reset.ok ? reset.value.token : ''
  const password = 'another invented password'
  const accepted = await browser().post('/api/invitations/accept', { token, name: 'Nina Invented', password })
  expect(accepted.statusCode).toBe(200)
  expect((await browser().signIn({ email: nina.email, password })).statusCode).toBe(200)
})
