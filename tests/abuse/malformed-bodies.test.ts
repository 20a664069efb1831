import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { createLogger } from '../../src/server/logger.ts'
import { APPOINTMENT_PAYLOAD } from '../support/samples.ts'
import { startPublicListener } from '../support/start-public-listener.ts'
import { malformedCalls } from './malformed-bodies.ts'

const numRuns = 5_000 * inject('soakFactor')

test(`${numRuns} malformed bodies are refused with a problem document; nothing is stored, and the server continues`, {
  timeout: 180_000 + numRuns * 10,
}, async () => {
  const faults: string[] = []
  const { app, stored } = await startPublicListener({
    logger: createLogger('error', { write: (line) => faults.push(line) }),
  })
  const seed = randomInt(2 ** 31)
  console.info(`malformed bodies: seed ${seed}`)
  await fc.assert(
    fc.asyncProperty(malformedCalls, async ({ url, contentType, body }) => {
      const headers = { 'x-requested-with': 'XMLHttpRequest', 'content-type': contentType }
      const answer = await app.inject({ method: 'POST', url, headers, payload: body })
      expect([400, 415, 422]).toContain(answer.statusCode)
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
      expect(Object.keys(answer.json())).toEqual(
        answer.statusCode === 422 ? ['type', 'title', 'status', 'errors'] : ['type', 'title', 'status'],
      )
    }),
    { numRuns, seed },
  )
  expect(faults).toEqual([])
  expect(await stored()).toEqual([])

  const headers = { 'x-requested-with': 'XMLHttpRequest' }
  const valid = await app.inject({ method: 'POST', url: '/api/appointment', headers, payload: APPOINTMENT_PAYLOAD })
  expect(valid.statusCode).toBe(201)
})
