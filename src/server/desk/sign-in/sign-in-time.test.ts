import { expect, test } from 'vitest'
import { PASSWORD, startDeskListener } from '../../../../tests/support/start-desk-listener.ts'
import { COMMAND_LINE } from '../../storage/audit/audit-events.ts'
import { hashPassword } from './password-hash.ts'

/** On a busy machine the times come closer to each other with each round. A real difference stays. */
const MAX_ROUNDS = 12
const CALLS_A_ROUND = 5

/** Source: desk, section 2. */
const MAX_RATIO = 1.2
const MAX_DIFFERENCE_MS = 10

test('Unknown, wrong, disabled and not yet accepted take the same time', async () => {
  const { accounts, database, signedIn, browser } = await startDeskListener()
  const wrong = await signedIn('coordinator')
  const disabled = await signedIn('coordinator')
  // Hashes of the usual accounts of tests cost less.
  await database
    .updateTable('staff')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .execute()
  await accounts.disable(disabled.id, COMMAND_LINE)
  const invited = { email: 'invited@clinic.example', name: 'Ina', role: 'coordinator' as const }
  await accounts.invite(invited, COMMAND_LINE)
  const emails = ['nobody@clinic.example', wrong.email, disabled.email, invited.email]

  const times = new Map(emails.map((email) => [email, [] as number[]]))
  for (let round = 0; round < MAX_ROUNDS; round++) {
    for (let call = 0; call < CALLS_A_ROUND; call++) {
      // In turn, so that whatever else the machine does slows all of them alike.
      for (const [email, taken] of times) {
        await database.deleteFrom('sign_in_failures').execute() // no attempt is throttled
        // The processor's time, of which hashing is nearly all: it counts no waiting for other processes.
        const before = process.cpuUsage()
        const { statusCode } = await browser().signIn({ email, password: 'not the password' })
        const { user, system } = process.cpuUsage(before)
        taken.push((user + system) / 1_000)
        expect(statusCode).toBe(401)
      }
    }
    if (areAlike([...times.values()].map(undisturbed))) return
  }
  expect.fail(`They take different times, in ms: ${[...times.values()].map(undisturbed).map(Math.round).join(', ')}`)
})

function areAlike(times: number[]): boolean {
  const [least, most] = [Math.min(...times), Math.max(...times)]
  return most / least < MAX_RATIO || most - least < MAX_DIFFERENCE_MS
}

/** The 20th percentile: what a call takes when nothing else in the process happens meanwhile. */
function undisturbed(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 5)] ?? 0
}
