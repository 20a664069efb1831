import { join } from 'node:path'
import { counted } from '../callback-request/calling/counted.ts'
import { typedDigits } from '../callback-request/phone-number.ts'
import type { Config } from '../server/config/config.ts'
import { daysBefore } from '../server/retention/retention.ts'
import { builtContents } from '../server/site/built-site.ts'
import { requestOfFuture } from '../server/storage/clock.ts'
import type { Database } from '../server/storage/database/open-database.ts'
import { vacuumErased } from '../server/storage/database/vacuum-erased.ts'
import { countPeople, type ErasureSubject } from '../server/storage/erasure-list.ts'
import { erasuresOf } from '../server/storage/open-store.ts'
import { numberReader } from '../server/telephone-numbers.ts'
import type { CommandResult } from './program.ts'

const DIST = join(import.meta.dirname, '../../dist')

const NOT_OVERWRITTEN =
  'Another program kept the file busy: erased data may still be readable in it. Run the same command again.'

/** Whose requests are meant, as it was typed. */
export type Whose = { email: string } | { phone: string } | { reference: string }

/**
 * A number is read as in the department's country, and also looked for by the digits that were typed, so that another
 * prefix than at the time of the request leaves nobody behind.
 */
export async function subjectOf(whose: Whose): Promise<ErasureSubject> {
  if (!('phone' in whose)) return whose
  const [{ department }] = await builtContents(DIST)
  const { key } = numberReader(department.countryPrefix)(whose.phone)
  return { numbers: [key, typedDigits(whose.phone)] }
}

/** The result contains no personal data. */
export async function erase(database: Database, config: Config, subject: ErasureSubject): Promise<CommandResult> {
  const people = 'numbers' in subject ? await countPeople(database, subject) : 1
  const whose = people > 1 ? `${people} people have asked from this number.\n` : ''
  const erased = await erasuresOf(database, config).erase(subject)
  if (erased === 0) return overwrite(database, 'No such request was found: nothing was erased.')
  return overwrite(
    database,
    `${whose}Erased ${counted(erased, 'request')}. Mailboxes and the webhook's receiver keep what they received.`,
  )
}

/**
 * Erases what is older than `RETENTION_DAYS`, and requests that are in the store although they are on the erasure list,
 * as after restoring PostgreSQL.
 */
export async function purge(database: Database, config: Config): Promise<CommandResult> {
  const now = new Date()
  const erasures = erasuresOf(database, config)
  const again = await erasures.finish()
  const limit = daysBefore(now, config.retentionDays)
  const erased = await erasures.purge({ received: limit, kept: limit })
  const lines = [`Erased ${counted(erased, 'request')} received more than ${config.retentionDays} days ago.`]
  if (again > 0) lines.unshift(`Erased ${counted(again, 'request')} again because of the erasure list.`)
  const result = await overwrite(database, lines.join('\n'))
  return { ...result, ...(await warningOfFuture(database, now)) }
}

/** Names a request that is dated in the future. */
export async function warningOfFuture(database: Database, now: Date): Promise<Pick<CommandResult, 'warning'>> {
  const future = await requestOfFuture(database, now)
  if (future === undefined) return {}
  return { warning: `${future} is dated in the future: see docs/configuration.md, "How long data stays".` }
}

async function overwrite(database: Database, text: string): Promise<CommandResult> {
  if (await vacuumErased(database)) return { text }
  return { text: `${text}\n${NOT_OVERWRITTEN}`, exitCode: 1 }
}
