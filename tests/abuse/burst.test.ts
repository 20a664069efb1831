import { Agent, request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { APPOINTMENT_PAYLOAD } from '../support/samples.ts'
import { startServer } from '../support/server-process.ts'

const CALLERS = 1_000

/** Counts the answers by status when so many call at the same moment, each on its own connection. */
async function statusesOfBurst(server: URL): Promise<Record<string, number>> {
  const agent = new Agent({ maxSockets: CALLERS })
  onTestFinished(() => agent.destroy())
  const statuses = await Promise.all(Array.from({ length: CALLERS }, () => statusOf(server, agent)))
  return Object.fromEntries(
    [...new Set(statuses)].map((status) => [status, statuses.filter((s) => s === status).length]),
  )
}

function statusOf(server: URL, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(new URL('/api/appointment', server), {
      method: 'POST',
      agent,
      headers: { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' },
    })
    call.once('response', (response) => response.resume().once('end', () => resolve(response.statusCode ?? 0)))
    call.once('error', reject)
    call.end(JSON.stringify(APPOINTMENT_PAYLOAD))
  })
}

test('A thousand calls at the same moment are all answered and stored', async () => {
  const { address } = await startServer()
  expect(await statusesOfBurst(address)).toEqual({ 201: CALLERS })
})
