import { expect, test } from 'vitest'
import { APPOINTMENT_PAYLOAD } from '../../../tests/support/samples.ts'
import { startPublicListener } from '../../../tests/support/start-public-listener.ts'

test('Each request has one log line, which does not say who sent it or what', async () => {
  const { app, logLines } = await startPublicListener()
  const remoteAddress = '203.0.113.7'
  const headers = {
    'x-requested-with': 'XMLHttpRequest',
    referer: 'http://localhost/?utm_source=marker-x',
    'user-agent': 'marker-x',
  }
  await app.inject({ url: '/?email=marker-x', headers, remoteAddress })
  await app.inject({ url: '/marker-x', headers, remoteAddress })
  await app.inject({
    method: 'POST',
    url: '/api/appointment?a=marker-x',
    headers,
    payload: APPOINTMENT_PAYLOAD,
    remoteAddress,
  })

  expect(logLines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 30, method: 'GET', route: '/', status: 200, milliseconds: expect.any(Number) }),
    expect.objectContaining({ method: 'GET', route: null, status: 404 }),
    expect.objectContaining({ method: 'POST', route: '/api/appointment', status: 201, reqId: expect.any(String) }),
  ])
  const log = logLines.join('')
  for (const personal of ['marker-x', '203.0.113.7', 'Asha', '9876543210', 'visitor.example']) {
    expect(log).not.toContain(personal)
  }
})
