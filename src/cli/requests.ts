import { pipeline } from 'node:stream/promises'
import { loadConfig } from '../server/config/config.ts'
import { reasonOf } from '../server/storage/database/open-store.ts'
import { commandOf, USAGE } from './command-line.ts'

const command = commandOf(process.argv.slice(2))
if (command === undefined) end(2, USAGE)
const config = loadConfig()
if (!config.ok) end(1, ...config.problems)

try {
  const { text, warning, exitCode = 0 } = await command(config.value)
  if (warning) console.error(warning)
  process.exitCode = exitCode
  if (text !== undefined) await pipeline([`${text}\n`], process.stdout)
} catch (error) {
  // The reader of our output may close it early, as `head` does.
  const isBrokenPipe = error instanceof Error && 'code' in error && error.code === 'EPIPE'
  if (!isBrokenPipe) end(1, reasonOf(error))
}

function end(exitCode: number, ...lines: string[]): never {
  for (const line of lines) console.error(line)
  process.exit(exitCode)
}
