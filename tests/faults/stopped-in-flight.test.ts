import { expect, test } from 'vitest'
import { postAppointment } from '../support/post-appointment.ts'
import { startServer } from '../support/server-process.ts'

test('With a delay, SIGTERM first makes /readyz fail on both listeners, while all else is answered on new connections', async () => {
  const { child, exited, address, desk } = await startServer({ DESK_PORT: '0', STOP_DELAY_SECONDS: '1' })
  const statusOf = async (path: string, listener: URL | string) =>
    (await fetch(new URL(path, listener), { headers: { connection: 'close' } })).status
  expect(await statusOf('/readyz', address)).toBe(200)
  const before = performance.now()
  child.kill('SIGTERM')
  await expect.poll(() => statusOf('/readyz', address), { interval: 10 }).toBe(503)
  expect(await statusOf('/readyz', desk)).toBe(503)
  for (const listener of [address, desk]) expect(await statusOf('/healthz', listener)).toBe(200)
  expect((await postAppointment(address, {}, { connection: 'close' })).status).toBe(201)
  expect(await exited).toBe(0)
  expect(performance.now() - before).toBeGreaterThan(1_000)
})
