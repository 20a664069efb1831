import { execFileSync } from 'node:child_process'
import { constants } from 'node:fs'
import { open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { canMount, smallDisk } from '../support/database/small-disk.ts'
import { storedIn } from '../support/database/stored-in.ts'
import { postAppointment } from '../support/post-appointment.ts'
import { startServer } from '../support/server-process.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { testRequiring } from '../support/test-requirements.ts'

/** Runs the server with its standard error in a file or device. */
const loggingTo = (path: string) => ['sh', '-c', 'log=$1; shift; exec "$@" 2> "$log"', 'sh', path]

const healthOf = async (address: URL) => (await fetch(new URL('/healthz', address))).status

/** Expects that a server answers, and ends in time. */
async function expectAlive({ stop, address }: Awaited<ReturnType<typeof startServer>>) {
  expect(await healthOf(address)).toBe(200)
  const before = performance.now()
  await stop()
  expect(performance.now() - before).toBeLessThan(5_000)
}

testRequiring(
  { 'tmpfs as root': canMount() },
  'With log and data on one full disk the server answers 503 and keeps what it acknowledged; with room again it goes on, and logs how many lines are missing',
  async () => {
    const disk = await smallDisk('size=2m')
    const log = join(disk, 'log')
    const server = await startServer({ DATA_DIR: join(disk, 'data') }, loggingTo(log))
    const acknowledged: unknown[] = []
    const post = async () => {
      const response = await postAppointment(server.address)
      const { reference } = (await response.json()) as { reference?: string }
      if (response.status === 201) acknowledged.push(reference)
      return response
    }
    expect((await post()).status).toBe(201)
    const ballast = join(disk, 'ballast')
    await expect(writeFile(ballast, Buffer.alloc(4 * 1_024 * 1_024))).rejects.toThrow('ENOSPC')
    await expect.poll(async () => (await post()).status, { interval: 0 }).toBe(503)
    expect((await post()).headers.get('retry-after')).toMatch(/^\d+$/)
    // Of the lines that the disk does not accept, only one is kept.
    for (let posts = 0; posts < 20; posts++) await post()
    expect(await healthOf(server.address)).toBe(200)

    await rm(ballast)
    expect((await post()).status).toBe(201)
    await expect.poll(() => readFile(log, 'utf8')).toMatch(/"lines":[1-9]\d*,"msg":"log lines were dropped"}\n/)
    const stored = (await storedIn(join(disk, 'data'))).map(({ reference }) => reference)
    expect(stored.sort()).toEqual(acknowledged.sort())
    // Every line is complete, also the one that was being written when the disk became full.
    for (const line of (await readFile(log, 'utf8')).trimEnd().split('\n')) JSON.parse(line)
    await expectAlive(server)
  },
)

test('A log reader that stops reading does not stop the server', async () => {
  const pipe = join(await temporaryDirectory(), 'pipe')
  execFileSync('mkfifo', [pipe])
  // Opened for both directions, since opening one would wait for the other.
  const reader = await open(pipe, constants.O_RDWR | constants.O_NONBLOCK)
  onTestFinished(() => reader.close())
  const server = await startServer({}, loggingTo(pipe))
  const pipeSize = 64 * 1_024
  const lineLength = 80
  for (let calls = 0; calls < (2 * pipeSize) / lineLength; calls++) expect(await healthOf(server.address)).toBe(200)
  await expectAlive(server)
})
