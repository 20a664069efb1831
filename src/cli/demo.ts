import { join } from 'node:path'
import { BUCKETS } from '../callback-request/calling/buckets.ts'
import type { Config } from '../server/config/config.ts'
import { loadBuiltSite } from '../server/site/built-site.ts'
import { openStore } from '../server/storage/open-store.ts'
import { Worklist } from '../server/storage/worklist.ts'
import { type DemoSettings, FEWEST_REQUESTS, MOST_REQUESTS } from './demo/settings.ts'
import { writeDemo } from './demo/write-demo.ts'
import { parametersIn } from './parameters.ts'
import { type CommandResult, type Run, runCommand } from './program.ts'

const DIST = join(import.meta.dirname, '../../dist')
const MOST_DAYS = 365
const MOST_SEED = 2 ** 32 - 1

const PARAMETERS = 'demo [--requests N] [--days N] [--seed N]'

export const DEMO_USAGE = `Usage: npm run demo [-- --requests N --days N --seed N]

  Fills an empty store with invented requests, and with the calls of the last days. It notifies nobody.

  --requests  how many: ${FEWEST_REQUESTS} to ${MOST_REQUESTS}, 300 by default
  --days      how far the calls go back: 1 to ${MOST_DAYS}, 21 by default
  --seed      another number makes other people: 0 to ${MOST_SEED}, 1 by default`

/** The command of a line such as `--requests 300 --seed 2`. Undefined when it is not as the usage says. */
export function demoOf(args: string[]): Run | undefined {
  const given = parametersIn(args, PARAMETERS)
  const requests = numberIn(given?.requests ?? '300', FEWEST_REQUESTS, MOST_REQUESTS)
  const days = numberIn(given?.days ?? '21', 1, MOST_DAYS)
  const seed = numberIn(given?.seed ?? '1', 0, MOST_SEED)
  if (!given || requests === undefined || days === undefined || seed === undefined) return undefined
  return (config) => fillStore(config, { requests, days, seed, now: new Date() })
}

async function fillStore(
  config: Config,
  wanted: Pick<DemoSettings, 'requests' | 'days' | 'seed' | 'now'>,
): Promise<CommandResult> {
  const { department, noticeVersion } = await loadBuiltSite(DIST)
  const { timeZone } = department
  const database = await openStore(config)
  try {
    if (!(await writeDemo(database, { ...wanted, timeZone, noticeVersion }))) {
      return { warning: 'The store has requests: demo data goes only into a store without any.', exitCode: 1 }
    }
    const counts = await new Worklist(database, timeZone).counts(wanted.now)
    const open = BUCKETS.map((bucket) => `${counts[bucket]} ${bucket}`).join(', ')
    return {
      text: `${wanted.requests} invented requests are stored. To call: ${open}.\n${nextSteps(config)}`,
    }
  } finally {
    await database.destroy()
  }
}

/** The commands that open the store which has been filled. */
function nextSteps({ desk: { listener }, databaseUrl, dataDirectory }: Config): string {
  const hasPort = listener !== null && listener.port !== 0
  const isElsewhere = databaseUrl === null && dataDirectory !== './data'
  const settings = `${hasPort ? '' : 'DESK_PORT=3001 '}${isElsewhere ? `DATA_DIR=${dataDirectory} ` : ''}`
  return `Start the site with its desk, then make an account, both with the settings of this command:
${settings}npm start
${settings}npm run desk -- invite you@clinic.example --role manager`
}

function numberIn(text: string, least: number, most: number): number | undefined {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  return number >= least && number <= most ? number : undefined
}

if (import.meta.main) await runCommand(demoOf(process.argv.slice(2)), DEMO_USAGE, process)
