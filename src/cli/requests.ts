import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Config, loadConfig } from '../server/config.ts'
import { openStore, reasonOf } from '../server/open-store.ts'
import { CallbackRequests } from '../server/storage/callback-requests.ts'
import { type Command, commandOf, USAGE } from './command-line.ts'
import { copyTo } from './copy.ts'
import { csvRowOf, csvWriter } from './csv-export.ts'
import { jsonOf } from './json-export.ts'
import { tableOf } from './request-table.ts'

const NEWEST = 50

type ReadingCommand = Exclude<Command, { name: 'copy' }>

const command = commandOf(process.argv.slice(2))
if (command === undefined) end(2, USAGE)
const config = loadConfig()
if (!config.ok) end(1, ...config.problems)

try {
  if (command.name === 'copy') console.log((await copyTo(command.to, config.value.dataDirectory)).join('\n'))
  else await read(command, config.value)
} catch (error) {
  // Whoever reads us may have read enough, as `head` does.
  if (!isBrokenPipe(error)) end(1, reasonOf(error))
}

async function read(command: ReadingCommand, config: Config): Promise<void> {
  const database = await openStore(config)
  await write(command, new CallbackRequests(database))
  await database.destroy()
}

async function write(command: ReadingCommand, requests: CallbackRequests): Promise<void> {
  if (command.name === 'list') return pipeline([tableOf(await requests.newest(NEWEST))], process.stdout)
  const all = requests.all({ since: command.since })
  if (command.format === 'json') return pipeline(jsonOf(all), process.stdout)
  return pipeline(Readable.from(all).map(csvRowOf), csvWriter(), process.stdout)
}

function end(exitCode: number, ...lines: string[]): never {
  for (const line of lines) console.error(line)
  process.exit(exitCode)
}

function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE'
}
