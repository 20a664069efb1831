import { expect, test } from 'vitest'
import { postAppointment } from '../support/post-appointment.ts'
import { callRaw, type RawCaller } from '../support/raw-caller.ts'
import { APPOINTMENT_PAYLOAD } from '../support/samples.ts'
import { startPublicListener } from '../support/start-public-listener.ts'

const HEADERS = 'POST /api/appointment HTTP/1.1\r\nHost: localhost\r\nX-Requested-With: XMLHttpRequest\r\n'
const BODY = JSON.stringify(APPOINTMENT_PAYLOAD)
const HALF_A_BODY = `${HEADERS}Content-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY.slice(0, 40)}`
const WHOLE = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'

/** Expects an answer in under a second. Repeats, since a busy machine may delay one, while the callers stall. */
async function expectFastAnswer(address: URL): Promise<void> {
  const answered = async () => {
    const begin = performance.now()
    expect((await postAppointment(address)).status).toBe(201)
    return performance.now() - begin
  }
  await expect.poll(answered, { timeout: 3_000 }).toBeLessThan(1_000)
}

/** How many callers of each kind there are. */
const MANY = 500

test(`Next to ${MANY} callers that stall in their headers and ${MANY} in their bodies a visitor is answered in under a second; their connections are closed in time`, async () => {
  const { app } = await startPublicListener()
  expect(app.server).toMatchObject({ headersTimeout: 5_000, requestTimeout: 10_000, keepAliveTimeout: 5_000 })
  // No time-out ends before the test shortens it, however long the test takes.
  Object.assign(app.server, { headersTimeout: 600_000, requestTimeout: 600_000, keepAliveTimeout: 100 })
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  expect((await postAppointment(address)).status).toBe(201)
  const call = (count: number, bytes: string) =>
    Promise.all(Array.from({ length: count }, () => callRaw(address, bytes)))
  const inHeaders = [...(await call(MANY, HEADERS)), ...(await call(1, ''))]
  const inBodies = await call(MANY, HALF_A_BODY)
  const idle = await call(1, WHOLE)
  const expectClosed = async (callers: RawCaller[], answer: RegExp) => {
    const begin = performance.now()
    for (const { answered } of callers) expect(await answered).toMatch(answer)
    // The server checks once a second; the rest allows for a busy machine.
    expect(performance.now() - begin).toBeLessThan(4_000)
  }

  await expectFastAnswer(address)

  await expectClosed(idle, /^HTTP\/1\.1 200 /)
  app.server.headersTimeout = 100
  await expectClosed(inHeaders, /^HTTP\/1\.1 408 [\s\S]*\ncontent-security-policy: /)
  expect(inBodies.filter(({ socket }) => socket.destroyed)).toEqual([])
  app.server.requestTimeout = 100
  await expectClosed(inBodies, /^HTTP\/1\.1 408 /)
  expect((await postAppointment(address)).status).toBe(201)
})
