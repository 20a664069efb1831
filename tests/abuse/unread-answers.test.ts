import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { postAppointment } from '../support/post-appointment.ts'
import { startServer } from '../support/server-process.ts'
import { startPublicListener } from '../support/start-public-listener.ts'
import { testRequiring } from '../support/test-requirements.ts'

const MIB = 1_048_576
const CLIENTS = 400
/** As `npm start` gives them to Node: they bound the memory. 54 to 112 MiB were measured with them, 258 without. */
const NODE_OPTIONS = ['--max-semi-space-size=4', '--heap-growing-percent=30', '--no-maglev']
const PICTURES = join(import.meta.dirname, '../../dist/client/pictures')

/** Sends requests, and reads none of the answers. */
function askAndNotRead(address: URL, bytes: string): void {
  const socket = connect(Number(address.port), address.hostname).pause()
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {}).write(bytes)
}

testRequiring(
  { '/proc': existsSync('/proc/self/fd') },
  `${CLIENTS} clients that each request a hundred pictures and read none keep no file open, and cost less than 256 MiB`,
  async () => {
    const { child, address } = await startServer({ LOG_LEVEL: 'silent' }, [], NODE_OPTIONS)
    const descriptors = () => readdirSync(`/proc/${child.pid}/fd`).length
    const residentBytes = () =>
      Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1_024
    expect((await postAppointment(address)).status).toBe(201)
    const before = { descriptors: descriptors(), residentBytes: residentBytes() }

    const [picture = ''] = (await readdir(PICTURES)).filter((name) => name.endsWith('-2560.jpg'))
    const asking = `GET /pictures/${picture} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(100)
    for (let client = 0; client < CLIENTS; client++) askAndNotRead(address, asking)
    const most = { descriptors: 0, residentBytes: 0 }
    const look = () => {
      most.descriptors = Math.max(most.descriptors, descriptors())
      most.residentBytes = Math.max(most.residentBytes, residentBytes())
      return descriptors()
    }
    await expect.poll(look, { interval: 1 }).toBeGreaterThan(before.descriptors)
    // Fewer, when the connection of the first post has been closed meanwhile.
    await expect.poll(look, { interval: 20, timeout: 20_000 }).toBeLessThanOrEqual(before.descriptors)
    expect(most.descriptors - before.descriptors).toBeLessThanOrEqual(CLIENTS)
    expect(most.residentBytes - before.residentBytes).toBeLessThan(256 * MIB)
    expect((await postAppointment(address)).status).toBe(201)
  },
)

test('The connection of a client that stops reading in the middle of an answer is closed', async () => {
  const { app } = await startPublicListener()
  expect(app.server).toMatchObject({ timeout: 20_000, maxConnections: 2_000 })
  app.server.timeout = 200
  app.get('/large', (_request, reply) => reply.send(Buffer.alloc(32 * MIB)))
  const closed = new Promise((resolve) => app.server.once('connection', (socket) => socket.once('close', resolve)))
  askAndNotRead(
    new URL(await app.listen({ port: 0, host: '127.0.0.1' })),
    'GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n',
  )
  await closed
})
