import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { postAppointment } from '../support/post-appointment.ts'
import { callRaw } from '../support/raw-caller.ts'
import { APPOINTMENT_PAYLOAD } from '../support/samples.ts'
import { startServer } from '../support/server-process.ts'
import { testRequiring } from '../support/test-requirements.ts'

const HEADERS = 'POST /api/appointment HTTP/1.1\r\nHost: localhost\r\nX-Requested-With: XMLHttpRequest\r\n'
const BODY = JSON.stringify(APPOINTMENT_PAYLOAD)
const HALF_A_BODY = `${HEADERS}Content-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY.slice(0, 40)}`
const WHOLE = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'

const MIB = 1_048_576

/** How many callers of each kind there are. */
const MANY = 500

test(`Beside ${MANY} callers that stall in their headers and ${MANY} in their bodies a visitor is answered in under a second; they are hung up on in time`, async () => {
  const { address } = await startServer({ LOG_LEVEL: 'silent' })
  const call = (count: number, bytes: string) =>
    Promise.all(Array.from({ length: count }, () => callRaw(address, bytes)))
  const stalled = { headers: await call(MANY, HEADERS), bodies: await call(MANY, HALF_A_BODY) }
  const resting = await call(1, WHOLE)

  const begin = performance.now()
  expect((await postAppointment(address)).status).toBe(201)
  expect(performance.now() - begin).toBeLessThan(1_000)

  // Looked at once a second, so up to a second late; the rest is room for a busy machine.
  for (const [callers, limitMs, answer] of [
    [resting, 5_000, /^HTTP\/1\.1 200 /],
    [stalled.headers, 5_000, /^HTTP\/1\.1 408 /],
    [stalled.bodies, 10_000, /^HTTP\/1\.1 408 /],
  ] as const) {
    for (const { ended } of callers) {
      const end = await ended
      expect(end.answer).toMatch(answer)
      expect(end.milliseconds).toBeGreaterThan(limitMs - 1_000)
      expect(end.milliseconds).toBeLessThan(limitMs + 4_000)
    }
  }
  expect((await postAppointment(address)).status).toBe(201)
})

testRequiring(
  { '/proc': existsSync('/proc/self/status') },
  'A thousand callers that connect and say nothing cost less than 64 MiB, and a visitor is answered beside them',
  {},
  async () => {
    const { child, address } = await startServer({ LOG_LEVEL: 'silent' })
    const residentBytes = () =>
      Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1_024
    expect((await postAppointment(address)).status).toBe(201)
    const before = residentBytes()
    const silent = await Promise.all(Array.from({ length: 1_000 }, () => callRaw(address, '')))
    const begin = performance.now()
    expect((await postAppointment(address)).status).toBe(201)
    expect(performance.now() - begin).toBeLessThan(1_000)
    expect(residentBytes() - before).toBeLessThan(64 * MIB)
    for (const { ended } of silent) expect((await ended).milliseconds).toBeLessThan(9_000)
  },
)
