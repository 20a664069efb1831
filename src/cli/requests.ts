import { pipeline } from 'node:stream/promises'
import { isolated } from '../callback-request/bidi-isolation.ts'
import type { StoredRequest } from '../callback-request/stored-request.ts'
import { type Config, postgresUrl, siteAddress } from '../server/config/config.ts'
import { csvOf, STORED_COLUMNS } from '../server/csv-export.ts'
import { CallbackRequests } from '../server/storage/callback-requests.ts'
import { copyStore } from '../server/storage/copy.ts'
import { erasuresOf, openStore } from '../server/storage/open-store.ts'
import { findRequests } from '../server/storage/search.ts'
import { alignedTable, type Columns } from './aligned-table.ts'
import { backUp, onlyOnSqlite, restore } from './backups/backup-commands.ts'
import { drill } from './backups/drill.ts'
import { isRecipient } from './backups/encryption.ts'
import { alert, check, checkServer } from './check.ts'
import { erase, purge, subjectOf, type Whose } from './erasure-commands.ts'
import { dismiss, resend, showOutbox } from './outbox-commands.ts'
import { type Given, instantOf, referenceOf } from './parameters.ts'
import { showPerson } from './person.ts'
import { type Command, type CommandResult, onStore, type Program, runProgram } from './program.ts'

const NEWEST = 50

const COLUMNS: Columns<StoredRequest> = [
  ['Reference', (request) => request.reference],
  ['Received (UTC)', (request) => request.received_at.slice(0, 16).replace('T', ' ')],
  ['Form', (request) => request.form],
  ['Status', (request) => request.status],
  ['Slot', (request) => request.time_slot],
  ['Service', (request) => request.service ?? ''],
  ['Name', (request) => isolated(request.name)],
  ['Phone', (request) => request.phone],
]

const COMMANDS: readonly Command[] = [
  {
    usage: 'list',
    purpose: `show the newest ${NEWEST} requests as a table`,
    prepare: () =>
      onStore(async (database) => {
        const { rows } = await findRequests(database, {}, { after: null, limit: NEWEST })
        return { text: tableOf(rows) }
      }),
  },
  {
    usage: 'export --format json|csv [--since ISO]',
    purpose: 'write all requests, or those received since an instant, to standard output',
    prepare({ format = '', since }) {
      const instant = since === undefined ? undefined : instantOf(since)
      if (!['json', 'csv'].includes(format) || (since !== undefined && !instant)) return undefined
      return onStore(async (database, _, output) => {
        const all = new CallbackRequests(database).all({ since: instant })
        await pipeline(format === 'json' ? jsonOf(all) : csvOf(all, STORED_COLUMNS), output)
        return {}
      })
    },
  },
  {
    usage: 'outbox',
    purpose: 'show the messages that are waiting, have failed or were abandoned',
    prepare: () => onStore(showOutbox),
  },
  {
    usage: 'resend REFERENCE',
    purpose: 'notify the department of a request again',
    prepare: ({ argument }) => onStore((database, config) => resend(database, config, referenceOf(argument))),
  },
  {
    usage: 'dismiss REFERENCE',
    purpose: 'give up messages of a request that are abandoned, or whose channel is no longer configured',
    prepare: ({ argument }) => onStore((database, config) => dismiss(database, config, referenceOf(argument))),
  },
  {
    usage: 'check [--server URL|none]',
    purpose:
      'exit with code 1 and say why when somebody must act: server, store, messages, callbacks, backups and more; with ' +
      'a URL, only what can be seen of a server from another machine',
    prepare({ server }) {
      const address = siteAddress(server ?? '')
      if (address) return () => checkServer(address)
      if (server !== undefined && server !== 'none') return undefined
      return onStore((database, config) => check(database, config, server))
    },
  },
  {
    usage: 'alert TEXT',
    purpose: 'mail a text to ALERT_EMAIL: to try it, and for units of systemd that fail',
    prepare:
      ({ argument }) =>
      (config) =>
        alert(argument, config),
  },
  {
    usage: 'person --email E | --phone P [--format text|json]',
    purpose: 'print everything that is stored of a person, as the person may ask for it',
    prepare({ format = 'text', ...given }) {
      const whose = whoseOf(given)
      if (!whose || (format !== 'text' && format !== 'json')) return undefined
      return onStore(async (database) => showPerson(database, await subjectOf(whose), format))
    },
  },
  {
    usage: 'erase --email E | --phone P | --reference R',
    purpose: "erase a person's requests, or one request; mails and webhook posts already delivered are not recalled",
    prepare(given) {
      const whose = whoseOf(given)
      return whose && onStore(async (database, config) => erase(database, config, await subjectOf(whose)))
    },
  },
  {
    usage: 'purge',
    purpose: 'erase the requests received more than RETENTION_DAYS ago',
    prepare: () => onStore(purge),
  },
  {
    usage: 'backup FILE | DIRECTORY --keep N [--recipient KEY]',
    purpose:
      'write a consistent copy of the store in DATA_DIR, beside a running server; with --keep also save the erasure ' +
      'list there, and delete all but the newest N copies; with --recipient encrypted for a key of age-keygen',
    prepare({ argument, keep, recipient }) {
      if (recipient !== undefined && !isRecipient(recipient)) return undefined
      if (keep !== undefined && !/^[1-9]\d{0,3}$/.test(keep)) return undefined
      const parameters = { path: argument, keep: keep === undefined ? keep : Number(keep), recipient }
      return onlyOnSqlite(onStore((database, config) => backUp(parameters, database, config)))
    },
  },
  {
    usage: 'restore FILE --erasures LIST [--identity FILE]',
    purpose: 'restore a backup into an empty DATA_DIR, without the requests erased since',
    prepare: ({ argument, erasures, identity }) =>
      erasures ? onlyOnSqlite((config) => restore(argument, erasures, identity, config)) : undefined,
  },
  {
    usage: 'drill FILE | DIRECTORY --erasures LIST [--identity FILE]',
    purpose:
      'restore a backup, or the newest of a directory, in a temporary directory, prove that it is complete and that ' +
      'erased requests stay erased, and delete it again',
    prepare: ({ argument, erasures, identity }) =>
      erasures ? onlyOnSqlite((config) => drill(argument, erasures, identity, config)) : undefined,
  },
  {
    usage: 'copy --to URL',
    purpose: 'move the store in DATA_DIR to an empty PostgreSQL database, and mark it as moved',
    prepare({ to = '' }) {
      const url = postgresUrl(to)
      return url && ((config) => copyTo(url, config))
    },
  },
]

/** `npm run requests`. */
export const REQUESTS: Program = {
  name: 'requests',
  commands: COMMANDS,
  notes: `ISO is a date (2026-11-20, from midnight UTC) or an instant with its zone (2026-11-20T09:30:00+05:30).
URL is an address: of the site, such as https://clinic.example, or of a database, such as
postgres://user@host:5432/name; PGPASSWORD may hold the password. KEY is a public key that age-keygen has printed, and
--identity takes the file that it has written.`,
}

/** Exactly one of the three. A phone number has a digit. */
function whoseOf({ email, phone, reference }: Given): Whose | undefined {
  const given = [email, phone, reference].filter((value) => value !== undefined)
  if (given.length !== 1 || given[0]?.trim() === '') return undefined
  if (email !== undefined) return { email }
  if (phone !== undefined) return /\d/.test(phone) ? { phone } : undefined
  return reference === undefined ? undefined : { reference: referenceOf(reference) }
}

/**
 * Moves the store in the data directory to a PostgreSQL database. The result has a line for each table.
 *
 * @throws an error whose message says the reason in one line
 */
async function copyTo(url: URL, { dataDirectory }: Config): Promise<CommandResult> {
  const settings = { databaseUrl: null, dataDirectory }
  const from = await openStore(settings, { mustExist: true, evenIfMoved: true })
  const to = await openStore({ databaseUrl: url, dataDirectory }, { urlSetting: '--to' })
  try {
    // What an interrupted erasure has left must not be moved.
    await erasuresOf(from, settings).finish()
    const copies = await copyStore(from, to, `${url.host}${url.pathname}`)
    const lines = copies.map(({ table, rows }) => `${table}: ${rows}`)
    return { text: [...lines, 'Everything was moved. Start the server with DATABASE_URL from now on.'].join('\n') }
  } finally {
    await to.destroy()
    await from.destroy()
  }
}

/** Writes one JSON array with a request on each line, while the requests are read. */
async function* jsonOf(requests: AsyncIterable<StoredRequest>): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const request of requests) {
    yield separator + JSON.stringify(request)
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

/** Formats requests as an aligned table, one per line. */
export function tableOf(requests: readonly StoredRequest[]): string {
  if (requests.length === 0) return 'There are no requests yet.'
  return alignedTable(COLUMNS, requests)
}

if (import.meta.main) await runProgram(REQUESTS, process.argv.slice(2), process)
