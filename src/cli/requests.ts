import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Config, loadConfig } from '../server/config/config.ts'
import { erasuresOf, openExistingStore, reasonOf } from '../server/storage/database/open-store.ts'
import { CallbackRequests } from '../server/storage/requests/callback-requests.ts'
import type { StoredRequest } from '../server/storage/requests/stored-request-row.ts'
import { backUp, restore } from './backup.ts'
import { type Command, commandOf, USAGE } from './command-line.ts'
import { copyTo } from './copy.ts'
import { csvRowOf, csvWriter } from './csv-export.ts'
import { ErasureCommands } from './erasure-commands.ts'
import { jsonOf } from './json-export.ts'
import { type Answer, OutboxCommands } from './outbox-commands.ts'
import { tableOf } from './request-table.ts'

const NEWEST = 50

/** The commands that bring a whole store from one place to another. The others work on the store that is configured. */
type MovingCommand = Extract<Command, { name: 'copy' | 'backup' | 'restore' }>
type StoreCommand = Exclude<Command, MovingCommand>

const command = commandOf(process.argv.slice(2))
if (command === undefined) end(2, USAGE)
const config = loadConfig()
if (!config.ok) end(1, ...config.problems)

try {
  if (command.name === 'copy') console.log((await copyTo(command.to, config.value.dataDirectory)).join('\n'))
  else if (command.name === 'backup') console.log(await backUp(command.file, config.value))
  else if (command.name === 'restore') console.log(await restore(command.file, command.erasures, config.value))
  else await onStoreOf(config.value, command)
} catch (error) {
  // Whoever reads us may have read enough, as `head` does.
  if (!isBrokenPipe(error)) end(1, reasonOf(error))
}

async function onStoreOf(config: Config, command: StoreCommand): Promise<void> {
  const database = await openExistingStore(config)
  await answer(command, {
    requests: new CallbackRequests(database),
    outbox: new OutboxCommands(database, config.notifications),
    erasures: new ErasureCommands(database, erasuresOf(database, config), config.retentionDays),
  })
  await database.destroy()
}

interface Commands {
  requests: CallbackRequests
  outbox: OutboxCommands
  erasures: ErasureCommands
}

async function answer(command: StoreCommand, { requests, outbox, erasures }: Commands): Promise<void> {
  switch (command.name) {
    case 'list':
      return pipeline([tableOf(await requests.newest(NEWEST))], process.stdout)
    case 'export':
      return exportAll(command.format, requests.all({ since: command.since }))
    case 'outbox':
      return say(await outbox.outbox())
    case 'check':
      return say(await outbox.check())
    case 'resend':
      return say(await outbox.resend(command.reference))
    case 'erase':
      return say(await erasures.erase(command.subject))
    case 'purge':
      return say(await erasures.purge(new Date()))
  }
}

function exportAll(format: 'json' | 'csv', requests: AsyncIterable<StoredRequest>): Promise<void> {
  if (format === 'json') return pipeline(jsonOf(requests), process.stdout)
  return pipeline(Readable.from(requests).map(csvRowOf), csvWriter(), process.stdout)
}

function say({ text, warning, isWell }: Answer): Promise<void> {
  if (warning) console.error(warning)
  if (!isWell) process.exitCode = 1
  return pipeline([text], process.stdout)
}

function end(exitCode: number, ...lines: string[]): never {
  for (const line of lines) console.error(line)
  process.exit(exitCode)
}

function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE'
}
