import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { runHere } from '../../tests/support/commands.ts'
import { receiverIn } from '../../tests/support/receive.ts'
import { startProcess } from '../../tests/support/server-process.ts'
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts'
import type { StoredRequest } from '../callback-request/stored-request.ts'
import { openDatabase } from '../server/storage/database/open-database.ts'
import { REQUESTS } from './requests.ts'

/** Requests that came one a minute, until 2026-11-20 15:00 in Kolkata, of numbers of which the first was booked. */
async function storeWith(count: number): Promise<string> {
  const dataDirectory = await temporaryDirectory()
  const database = await openDatabase(dataDirectory)
  const receive = receiverIn(database)
  for (let left = count - 1; left >= 0; left--) {
    await receive({ name: `Invented ${left}`, phone: String(left).padStart(10, '0') }, { minutesAgo: left })
  }
  await database.updateTable('callbacks').set({ status: 'booked' }).where('phone_key', '=', '0000000000').execute()
  await database.destroy()
  return dataDirectory
}

test('The list shows the newest fifty in aligned columns; an export has all, or those since an instant, in the order of receipt', async () => {
  const DATA_DIR = await storeWith(250)
  const requests = (...args: string[]) => runHere(REQUESTS, args, { DATA_DIR })
  const exported = async (...since: string[]): Promise<StoredRequest[]> =>
    JSON.parse((await requests('export', '--format', 'json', ...since)).stdout)
  const all = await exported()
  expect(all.map(({ name }) => name)).toEqual(Array.from({ length: 250 }, (_, index) => `Invented ${249 - index}`))
  expect(all.slice(-2).map(({ status }) => status)).toEqual(['new', 'booked'])
  expect(await exported('--since', '2026-11-20T09:28:00Z')).toEqual(all.slice(-3))
  expect(await exported('--since', '2027-01-01')).toEqual([])
  const { stdout } = await requests('list')
  const [header = '', ...rows] = stdout.trimEnd().split('\n')
  expect(rows).toHaveLength(50)
  expect(rows[0]).toContain('2026-11-20 09:30')
  for (const row of rows) expect(row.indexOf('Invented')).toBe(header.indexOf('Name'))
  const none = await runHere(REQUESTS, ['list'], { DATA_DIR: await storeWith(0) })
  expect(none.stdout).toBe('There are no requests yet.\n')
})

test('A reader that closes the output early is not an error', async () => {
  const DATA_DIR = await storeWith(300)
  const child = startProcess('src/cli/requests.ts', ['export', '--format', 'json'], { DATA_DIR })
  child.stdout.destroy()
  const [errors, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'close')])
  expect({ errors, exitCode }).toEqual({ errors: '', exitCode: 0 })
})
