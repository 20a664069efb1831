import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runHere } from '../../tests/support/commands.ts'
import { canMount, smallDisk } from '../../tests/support/database/small-disk.ts'
import { postAppointment } from '../../tests/support/post-appointment.ts'
import { startServer } from '../../tests/support/server-process.ts'
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts'
import { testRequiring } from '../../tests/support/test-requirements.ts'
import { isNearlyFull } from '../server/alerts/disk-space.ts'
import { loadConfig } from '../server/config/config.ts'
import { openDatabase } from '../server/storage/database/open-database.ts'
import { serverProblems } from './check.ts'
import { commandOf } from './program.ts'
import { REQUESTS } from './requests.ts'

const FINE = { text: 'No problem was found.' }
const GIB = 1_024 ** 3

/** Runs the check in this process. */
async function check(environment: Record<string, string>, ...args: string[]) {
  const config = loadConfig(environment)
  if (!config.ok) throw new Error(config.problems.join())
  return commandOf(REQUESTS, ['check', ...args])?.(config.value, process.stdout)
}

test('The check finds the server where the environment says, and reports it when it is stopped', async () => {
  const { address, dataDirectory: DATA_DIR, child, exited } = await startServer({ HOST: '0.0.0.0' })
  const { port: PORT } = address
  const environment = { DATA_DIR, HOST: '0.0.0.0', PORT }
  expect(await runHere(REQUESTS, ['check'], environment)).toEqual({
    stdout: `${FINE.text}\n`,
    stderr: '',
    exitCode: 0,
  })
  child.kill('SIGTERM')
  await exited
  const line = `The server at http://127.0.0.1:${PORT} does not answer: ECONNREFUSED.`
  expect(await runHere(REQUESTS, ['check'], environment)).toEqual({
    stdout: `${line}\n`,
    stderr: '',
    exitCode: 1,
  })
  expect(await check(environment, '--server', 'none')).toEqual(FINE)
  expect(await check({ DATA_DIR, PORT: '0' })).toEqual(FINE)
  const elsewhere = `http://127.0.0.2:${PORT}`
  expect(await check({ DATA_DIR: '/nowhere' }, '--server', elsewhere)).toEqual({
    text: `The server at ${elsewhere} does not answer: ECONNREFUSED.`,
    exitCode: 1,
  })
})

test('Backups and drills are watched from the first one on', async () => {
  const { dataDirectory: DATA_DIR } = await startServer()
  const directory = await temporaryDirectory()
  const erasures = join(directory, 'erasures.list')
  const command = (...args: string[]) => runHere(REQUESTS, args, { DATA_DIR })
  const checked = async () => (await check({ DATA_DIR }, '--server', 'none'))?.text?.split('\n')
  await command('backup', directory, '--keep', '1')
  await command('drill', directory, '--erasures', erasures)
  const database = await openDatabase(DATA_DIR)
  onTestFinished(() => database.destroy())
  await database.updateTable('maintenance_runs').set({ succeeded_at: '2026-01-01T00:00:00.000Z' }).execute()
  const drill = expect.stringContaining('The latest drill was made at 2026-01-01 00:00 UTC')
  expect(await checked()).toEqual([expect.stringContaining('The latest backup was made at 2026-01-01'), drill])
  await command('backup', join(directory, 'one.sqlite'))
  expect(await checked()).toEqual([drill])
  await command('drill', directory, '--erasures', erasures)
  expect(await checked()).toEqual([FINE.text])
})

test('The check finds a server on all addresses of IPv6', async () => {
  const { address, dataDirectory: DATA_DIR } = await startServer({ HOST: '::' })
  expect(await check({ DATA_DIR, HOST: '::', PORT: address.port })).toEqual(FINE)
})

test('A server that is paused does not answer, and does after it continues', async () => {
  const { address, child } = await startServer()
  child.kill('SIGSTOP')
  expect(await serverProblems(address, 300)).toEqual([
    `The server at ${address.origin} does not answer: nothing within 0.3 s.`,
  ])
  child.kill('SIGCONT')
  expect(await serverProblems(address)).toEqual([])
})

testRequiring(
  { 'tmpfs as root': canMount() },
  'The check reports a full disk and a store without room, and neither when there is room again',
  {},
  async () => {
    const DATA_DIR = await smallDisk('size=4m')
    const { address, child, exited } = await startServer({ DATA_DIR, LOG_LEVEL: 'silent' })
    const environment = { DATA_DIR, PORT: address.port }
    expect((await postAppointment(address)).status).toBe(201)
    expect(await check(environment)).toEqual(FINE)

    const ballast = join(DATA_DIR, 'ballast')
    await expect(writeFile(ballast, Buffer.alloc(8 * 1_024 * 1_024))).rejects.toThrow('ENOSPC')
    await expect.poll(async () => (await postAppointment(address)).status, { interval: 0 }).toBe(503)
    const diskLine = `The disk of DATA_DIR (${DATA_DIR}) is nearly full: 0 MiB of 4 MiB are free.`
    const storeLine = `The server at ${address.origin} answers, but its store accepts no requests: HTTP 503.`
    await expect.poll(() => check(environment)).toEqual({ text: `${storeLine}\n${diskLine}`, exitCode: 1 })
    child.kill('SIGTERM')
    await exited
    expect(await check(environment)).toEqual({
      text: `The server at ${address.origin} does not answer: ECONNREFUSED.\n${diskLine}`,
      exitCode: 1,
    })

    await rm(ballast)
    expect(await check(environment, '--server', 'none')).toEqual(FINE)
  },
)

test('A disk is nearly full with less than a tenth and less than 10 GiB free', () => {
  for (const [free, size, expected] of [
    [2.1, 20, false],
    [1.9, 20, true],
    [10, 1_000, false],
    [9.9, 1_000, true],
  ] as const) {
    expect(isNearlyFull({ freeBytes: free * GIB, sizeBytes: size * GIB }), `${free} of ${size}`).toBe(expected)
  }
})
