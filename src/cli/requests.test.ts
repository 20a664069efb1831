import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { runHere } from '../../tests/support/commands.ts'
import { postAppointment } from '../../tests/support/post-appointment.ts'
import { DETAILS, SUBMISSION } from '../../tests/support/samples.ts'
import { run, startProcess, startServer } from '../../tests/support/server-process.ts'
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts'
import { openDatabase } from '../server/storage/database/open-database.ts'
import { CallbackRequests } from '../server/storage/requests/callback-requests.ts'
import { REQUESTS } from './requests.ts'

const requests = (args: string[], environment: Record<string, string>) => runHere(REQUESTS, args, environment)

async function storeWith(count: number): Promise<string> {
  const dataDirectory = await temporaryDirectory()
  const database = await openDatabase(dataDirectory)
  const store = new CallbackRequests(database)
  for (let minute = 0; minute < count; minute++) {
    const receivedAt = new Date(SUBMISSION.receivedAt.getTime() + minute * 60_000)
    await store.receive({ ...DETAILS, name: `Invented ${minute}` }, { ...SUBMISSION, receivedAt })
  }
  await database.destroy()
  return dataDirectory
}

test('Requests that a running server has stored are exported as JSON and CSV, and listed', async () => {
  const { address, dataDirectory } = await startServer()
  const response = await postAppointment(address)
  const { reference } = (await response.json()) as { reference: string }

  const json = await requests(['export', '--format', 'json'], { DATA_DIR: dataDirectory })
  expect(json).toMatchObject({ exitCode: 0, stderr: '' })
  expect(JSON.parse(json.stdout)).toMatchObject([{ reference, name: 'Asha Invented' }])

  const csv = await requests(['export', '--format', 'csv'], { DATA_DIR: dataDirectory })
  expect(csv).toMatchObject({ exitCode: 0, stderr: '' })
  expect(csv.stdout.split('\r\n')).toEqual([
    expect.stringMatching(/^reference,/),
    expect.stringMatching(new RegExp(`^${reference},`)),
    '',
  ])

  const list = await requests(['list'], { DATA_DIR: dataDirectory })
  expect(list).toMatchObject({ exitCode: 0, stderr: '' })
  expect(list.stdout).toContain(reference)
})

test('The list shows the newest fifty in aligned columns; an export has those since an instant in order, or none', async () => {
  const DATA_DIR = await storeWith(60)
  const namesSince = async (instant: string) => {
    const { stdout } = await requests(['export', '--format', 'json', '--since', instant], { DATA_DIR })
    return JSON.parse(stdout).map(({ name }: { name: string }) => name)
  }
  expect(await namesSince('2026-11-20T10:27:00Z')).toEqual(['Invented 57', 'Invented 58', 'Invented 59'])
  expect(await namesSince('2027-01-01')).toEqual([])
  expect((await requests(['list'], { DATA_DIR: await storeWith(0) })).stdout).toBe('There are no requests yet.\n')
  const { stdout } = await requests(['list'], { DATA_DIR })
  const [header = '', ...rows] = stdout.trimEnd().split('\n')
  expect(rows).toHaveLength(50)
  expect(rows[0]).toContain('Invented 59')
  expect(rows[0]).toContain('2026-11-20 10:29')
  for (const row of rows) expect(row.indexOf('Invented')).toBe(header.indexOf('Name'))
})

test('A reader that closes the output early is not an error', async () => {
  const DATA_DIR = await storeWith(300)
  const child = startProcess('src/cli/requests.ts', ['export', '--format', 'json'], { DATA_DIR })
  child.stdout.destroy()
  const [errors, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'close')])
  expect({ errors, exitCode }).toEqual({ errors: '', exitCode: 0 })
})

test('An unknown command prints the usage and exits with 2', async () => {
  const ended = await run('src/cli/requests.ts', ['export', '--format', 'xml'], {})
  expect(ended).toMatchObject({
    stdout: '',
    exitCode: 2,
    stderr: expect.stringMatching(/^Usage: clinic requests COMMAND, /),
  })
})

test('A bad configuration and a bad data directory print one line each and exit with 1', async () => {
  const badVariable = await requests(['list'], { PORT: 'http' })
  expect(badVariable).toMatchObject({ stdout: '', exitCode: 1, stderr: expect.stringMatching(/^PORT must be .+\.\n$/) })

  const noDirectory = await requests(['list'], { DATA_DIR: import.meta.filename })
  expect(noDirectory).toMatchObject({ stdout: '', exitCode: 1, stderr: expect.stringMatching(/^[^\n]*DATA_DIR.*\n$/) })
})
