import { once } from 'node:events'
import { connect } from 'node:tls'
import { sql } from 'kysely'
import { lastRun } from '../storage/alerts.ts'
import { type Database, isPostgres } from '../storage/database/open-database.ts'
import type { MaintenanceTask } from '../storage/database/schema.ts'
import type { WriteProbe } from '../storage/database/write-probe.ts'
import { countOverdue } from '../storage/overdue.ts'
import { oldestUndelivered, refusedMailsSince } from '../storage/undelivered.ts'
import { diskSpaceOf, isNearlyFull } from './disk-space.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** How long a message may wait before somebody should look at it: 1 hour. Source: the product's contract. */
const LONG_WAIT_MS = HOUR_MS

/** How long after the end of its window a callback may be open. Source: the department's promise to visitors. */
const OVERDUE_MS = 2 * HOUR_MS

/** The plan of the timers in `deploy/backup` is each night and each month; one may fail, a second one may not. */
const MAX_BACKUP_DAYS = 2
const MAX_DRILL_DAYS = 40

/** Renewal by ACME begins 30 days before the end: at 14 it has failed for two weeks. */
const CERTIFICATE_DAYS = 14

/** A count stops here, and then means "at least". */
const MAX_COUNT = 1_000

const MIB = 1_024 ** 2
const GIB = 1_024 ** 3

/** What is watched: the configuration, and what belongs to it. */
export interface Watched {
  dataDirectory: string
  publicUrl: URL | null
  /** Without a desk nobody settles callbacks. */
  desk: { listener: object | null }
  database: Database
  /** Of the server; a command asks the server instead. */
  writeProbe?: WriteProbe
  /** Says that visitors come to the sample, where they do. */
  sample: string | null
  now: () => Date
}

/**
 * One check for each problem that somebody must act on, by the problem's name. It says in one line, without personal data,
 * what is wrong; null when nothing is. `requests check`, the metrics and the mails to ALERT_EMAIL all use this list.
 * A check throws what prevents it, such as StoreUnavailable.
 */
export type ProblemChecks = Readonly<Record<string, () => Promise<string | null>>>

export function problemChecks(watched: Watched): ProblemChecks {
  const { database, writeProbe, publicUrl, sample, now } = watched
  return {
    ...(writeProbe && { store: () => storeProblem(writeProbe) }),
    ...(!isPostgres(database) && { disk: () => diskProblem(watched) }),
    'messages-abandoned': () => abandonedProblem(watched),
    'messages-waiting': () => waitingProblem(watched),
    'mail-refused': () => refusedProblem(watched),
    'callbacks-overdue': () => overdueProblem(watched),
    backup: () => ageProblem(watched, 'backup', MAX_BACKUP_DAYS),
    drill: () => ageProblem(watched, 'drill', MAX_DRILL_DAYS),
    retention: () => retentionProblem(watched),
    ...(isPostgres(database) && { archive: () => archiveProblem(watched) }),
    sample: async () => sample,
    certificate: hourly(() => certificateProblem(publicUrl, now()), now),
  }
}

async function storeProblem(writeProbe: WriteProbe): Promise<string | null> {
  return writeProbe.assertWritable().then(
    () => null,
    () => 'The store accepts no requests: visitors see that theirs was not stored.',
  )
}

async function diskProblem({ dataDirectory }: Watched): Promise<string | null> {
  const space = await diskSpaceOf(dataDirectory)
  if (!isNearlyFull(space)) return null
  const { freeBytes, sizeBytes } = space
  return `The disk of DATA_DIR (${dataDirectory}) is nearly full: ${sizeOf(freeBytes)} of ${sizeOf(sizeBytes)} are free.`
}

async function abandonedProblem({ database, now }: Watched): Promise<string | null> {
  const oldest = await oldestUndelivered(database, 'abandoned', now())
  if (oldest === undefined) return null
  const { count, reference, failure } = oldest
  return `Abandoned messages: ${count}, the oldest for ${reference} (${failure ?? 'unknown reason'}).`
}

async function waitingProblem({ database, now }: Watched): Promise<string | null> {
  const oldest = await oldestUndelivered(database, 'waiting', now())
  if (oldest === undefined || now().getTime() - Date.parse(oldest.since) <= LONG_WAIT_MS) return null
  const { count, reference, since, failure } = oldest
  return `Waiting messages: ${count}, the oldest for ${reference} since ${minuteOf(new Date(since))} (${failure ?? 'never tried'}).`
}

async function refusedProblem({ database, now }: Watched): Promise<string | null> {
  const refused = await refusedMailsSince(database, new Date(now().getTime() - DAY_MS))
  const [latest] = refused
  if (latest === undefined) return null
  return `Mails that an address of NOTIFY_EMAIL refused within a day: ${refused.length}, the latest for ${latest.reference} (${latest.failure}).`
}

async function overdueProblem({ database, desk, now }: Watched): Promise<string | null> {
  if (desk.listener === null) return null
  const ended = new Date(now().getTime() - OVERDUE_MS)
  const { count, oldestUntil } = await countOverdue(database, ended, MAX_COUNT)
  if (oldestUntil === null) return null
  return `Callbacks overdue for more than 2 hours: ${count}, the oldest since ${minuteOf(new Date(oldestUntil))}.`
}

/** A task that never succeeded here is not missed: it may be done in another way. */
async function ageProblem({ database, now }: Watched, task: MaintenanceTask, days: number): Promise<string | null> {
  const run = await lastRun(database, task)
  if (!run?.succeeded_at || now().getTime() - Date.parse(run.succeeded_at) <= days * DAY_MS) return null
  return `The latest ${task} was made at ${minuteOf(new Date(run.succeeded_at))}, more than ${days} days ago.`
}

async function retentionProblem({ database }: Watched): Promise<string | null> {
  const run = await lastRun(database, 'retention')
  if (!run?.failed_at) return null
  return `Old data is not erased: the retention sweep has failed since ${minuteOf(new Date(run.failed_at))}. The log says why.`
}

async function archiveProblem({ database }: Watched): Promise<string | null> {
  const failing = sql<{ segment: string | null }>`
    select last_failed_wal as segment from pg_stat_archiver
    where last_failed_time > coalesce(last_archived_time, '-infinity')`
  const { rows } = await failing.execute(database).catch((error) => {
    // Not readable for our user: then we do not know.
    if (error.code === '42501') return { rows: [] }
    throw error
  })
  const [failed] = rows
  return failed ? `PostgreSQL's archive fails, latest for ${failed.segment}: its log says why.` : null
}

/** Null where there is no certificate, and where the address cannot be reached from here. */
export async function certificateProblem(url: URL | null, now: Date): Promise<string | null> {
  if (url?.protocol !== 'https:') return null
  const end = await certificateEnd(url)
  if (end === undefined || end.getTime() - now.getTime() >= CERTIFICATE_DAYS * DAY_MS) return null
  return `The certificate of ${url.origin} ${end > now ? 'ends' : 'ended'} at ${minuteOf(end)}.`
}

/** Also of one that has ended. Undefined when the server does not show one within 5 s. */
async function certificateEnd({ hostname, port }: URL): Promise<Date | undefined> {
  const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname, rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(5_000) })
    return new Date(socket.getPeerCertificate().valid_to)
  } catch {
    return undefined
  } finally {
    socket.destroy()
  }
}

/** The same check, made once in each hour. */
function hourly(check: () => Promise<string | null>, now: () => Date): () => Promise<string | null> {
  let latest: { hour: string; text: string | null } | undefined
  return async () => {
    const hour = now().toISOString().slice(0, 'yyyy-mm-ddThh'.length)
    if (latest?.hour !== hour) latest = { hour, text: await check() }
    return latest.text
  }
}

/** Rounded down, so that no space seems to be there that is not. */
function sizeOf(bytes: number): string {
  if (bytes < GIB) return `${Math.floor(bytes / MIB)} MiB`
  return `${Math.floor((bytes / GIB) * 10) / 10} GiB`
}

function minuteOf(instant: Date): string {
  return `${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
