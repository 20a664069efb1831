import { expect, test } from 'vitest'
import { APPOINTMENT_PAYLOAD } from '../../../tests/support/samples.ts'
import { startPublicListener } from '../../../tests/support/start-public-listener.ts'

test('A fault is logged with its name and place, but without its message, and the answer tells nothing of it', async () => {
  const { app, logLines } = await startPublicListener({
    now: () => {
      throw new TypeError('marker-x of asha@visitor.example')
    },
  })
  const response = await app.inject({
    method: 'POST',
    url: '/api/appointment',
    headers: { 'x-requested-with': 'XMLHttpRequest' },
    payload: APPOINTMENT_PAYLOAD,
  })
  const log = logLines.join('')
  expect(response.json()).toEqual({ type: 'about:blank', title: 'Internal Server Error', status: 500 })
  expect(log).toContain('"name":"TypeError"')
  expect(log).toContain('fetch-submissions.ts')
  expect(log).not.toContain('marker-x')
})
