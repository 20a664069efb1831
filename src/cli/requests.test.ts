import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { runHere } from '../../tests/support/commands.ts'
import { DETAILS, SUBMISSION } from '../../tests/support/samples.ts'
import { startProcess } from '../../tests/support/server-process.ts'
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
