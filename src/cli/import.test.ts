import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runHere } from '../../tests/support/commands.ts'
import { storedIn } from '../../tests/support/database/stored-in.ts'
import { receiverIn } from '../../tests/support/receive.ts'
import { APPOINTMENT, DETAILS, SUBMISSION } from '../../tests/support/samples.ts'
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts'
import { queueMails } from '../server/storage/callbacks/overdue-callbacks.ts'
import { type Database, openDatabase } from '../server/storage/database/open-database.ts'
import { erasureListIn } from '../server/storage/erasure/erasure-list.ts'
import { Erasures } from '../server/storage/erasure/erasures.ts'
import { OutboxMessages } from '../server/storage/outbox/outbox-messages.ts'
import { storeTime } from '../server/storage/requests/store-clock.ts'
import { REQUESTS } from './requests.ts'

const command = (DATA_DIR: string, ...args: string[]) => runHere(REQUESTS, args, { DATA_DIR })

const CAMPAIGN = { source: 'news', medium: null, campaign: 'autumn', term: null, content: null }
const CONTACT = { ...DETAILS, form: 'contact', service: null, message: 'a\nb', timeSlot: 'Anytime' } as const

async function opened(directory: string): Promise<Database> {
  const database = await openDatabase(directory)
  onTestFinished(() => database.destroy())
  return database
}

const messagesIn = (database: Database) =>
  database.selectFrom('outbox_messages').select(['id', 'reference', 'status']).orderBy('id').execute()

test('An earlier store gets the requests since, but no erased one, no message twice, and no mail about a past window', async () => {
  const newer = await temporaryDirectory()
  const store = await opened(newer)
  const receive = receiverIn(store, { channels: ['staff-mail'] })
  await receive({}, { campaign: CAMPAIGN })
  const waiting = await receive(CONTACT, { minutesAgo: -1, suspected: true })
  const backup = join(await temporaryDirectory(), 'backup.sqlite')
  expect(await command(newer, 'backup', backup)).toMatchObject({ exitCode: 0 })

  const since = await receive({ phone: '9876500000' }, { minutesAgo: -60, campaign: CAMPAIGN })
  const erased = await receive({ phone: '9876511111' }, { minutesAgo: -61 })
  const now = new Date('2026-11-21T07:00:00.000Z')
  await queueMails(store, now)
  const messages = new OutboxMessages(store)
  const [message] = await messages.claim('staff-mail', { now, expiredLeases: [], limit: 1 })
  if (message) await messages.recordResult(message, { status: 'delivered', settledAt: now })
  const [requests, outbox] = [join(newer, 'requests.json'), join(newer, 'outbox.json')]
  for (const [file, name] of [
    [requests, 'export'],
    [outbox, 'outbox'],
  ] as const) {
    await writeFile(file, (await command(newer, name, '--format', 'json')).stdout)
  }
  await new Erasures(store, erasureListIn(newer)).erase({ reference: erased })

  const earlier = await temporaryDirectory()
  await copyFile(erasureListIn(newer).path, erasureListIn(earlier).path)
  const list = erasureListIn(newer).path
  expect(await command(earlier, 'restore', backup, '--erasures', list)).toMatchObject({ exitCode: 0 })
  const restored = await opened(earlier)
  expect(await command(earlier, 'import', requests, '--outbox', outbox)).toEqual({
    stdout: 'Requests imported: 1. Already here: 2. Erased before: 1.\n',
    stderr: '',
    exitCode: 0,
  })
  expect(await storedIn(earlier)).toEqual(await storedIn(newer))
  expect(await messagesIn(restored)).toEqual(await messagesIn(store))
  expect((await messagesIn(restored)).filter(({ status }) => status === 'waiting')).toMatchObject([
    { reference: waiting },
    { reference: since },
    {},
    {},
  ])
  expect(await queueMails(restored, new Date())).toBe(0)

  // Its retention period began when it was received.
  const { kept_from } = await restored
    .selectFrom('callback_requests')
    .select('kept_from')
    .where('reference', '=', since)
    .executeTakeFirstOrThrow()
  const age = Date.parse(await storeTime(restored)) - Date.parse(kept_from ?? '')
  expect(Math.abs(Date.now() - SUBMISSION.receivedAt.getTime() - 60 * 60_000 - age)).toBeLessThan(60_000)

  const again = 'Requests imported: 0. Already here: 3. Erased before: 1.\n'
  expect(await command(earlier, 'import', requests)).toMatchObject({ stdout: again, exitCode: 0 })
})

test('A store of another department gets the requests of an export without any message; bad lines are named', async () => {
  const directory = await temporaryDirectory()
  const database = await opened(directory)
  const file = join(directory, 'export.json')
  const called = { ...APPOINTMENT, reference: '7K3M-9RXX', status: 'reached' }
  const taken = { ...APPOINTMENT, received_at: '2026-11-21T09:30:00.000Z' }
  const write = (...requests: object[]) =>
    writeFile(file, `[\n${requests.map((request) => JSON.stringify(request)).join(',\n')}\n]\n`)
  await write(APPOINTMENT)
  await command(directory, 'import', file)
  await write(called, { ...APPOINTMENT, time_slot: 'whenever' }, taken)
  expect(await command(directory, 'import', file)).toEqual({
    stdout: 'Requests imported: 1. Already here: 0. Erased before: 0.\nNot as far as in the file: 7K3M-9RXX reached.\n',
    stderr: `Line 3 of ${file} is not a request of "export --format json".\n7K3M-9RXD is another request in this store.\n`,
    exitCode: 1,
  })
  expect(await storedIn(directory)).toMatchObject([APPOINTMENT, { ...called, status: 'new' }])
  expect(await messagesIn(database)).toEqual([])
})
