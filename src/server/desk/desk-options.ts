import type { FastifyBaseLogger } from 'fastify'
import type { Channel } from '../../callback-request/calling/messages.ts'
import type { DepartmentFacts } from '../../callback-request/department-facts.ts'
import { Callbacks } from '../storage/callbacks.ts'
import type { Changes } from '../storage/database/changes.ts'
import type { Database } from '../storage/database/open-database.ts'
import { MAX_REWRITTEN_BYTES, vacuumErased } from '../storage/database/vacuum-erased.ts'
import type { WriteProbe } from '../storage/database/write-probe.ts'
import type { Erasures } from '../storage/erasure.ts'
import { Limits } from '../storage/limits.ts'
import { Worklist } from '../storage/worklist.ts'
import { numberReader } from '../telephone-numbers.ts'
import type { OidcSettings } from './hospital-sign-in/identity.ts'
import type { HospitalProvider } from './hospital-sign-in/provider.ts'
import { SessionCookie } from './session-cookie.ts'

export interface DeskListenerOptions {
  database: Database
  /** What the open pages are told of. */
  changes: Changes
  writeProbe: WriteProbe
  /** Aborted when the server is about to stop. */
  stopping: AbortSignal
  department: DepartmentFacts
  /** The codes of the site's languages. */
  languages: readonly string[]
  /** The built app: an absolute path. */
  deskDirectory: string
  /** The desk's address as staff see it; null for the address on which it listens. */
  deskUrl: URL | null
  /** The hospital's own sign-in, which needs `deskUrl`; null without one. */
  oidc: OidcSettings | null
  /** The origin of links to the desk. */
  deskOrigin: () => string
  trustedProxies: string[]
  /** All erasures by this process, such as the daily purge: open pages hear of them. */
  erasures: Erasures
  /** The channels by which messages are sent. */
  channels: readonly Channel[]
  /** Delivers what has been queued. */
  wakeNotifications: () => void
  now: () => Date
  logger: FastifyBaseLogger
}

/** What the desk's routes need. */
export type DeskOptions = DeskListenerOptions &
  ReturnType<typeof deskParts> & {
    /** The hospital's own sign-in; null without one. */
    provider: HospitalProvider | null
  }

export function deskParts({ database, department, deskUrl, changes, now, logger }: DeskListenerOptions) {
  const readNumber = numberReader(department.countryPrefix)
  const shownNumber = (number: string) => readNumber(number).shown
  return {
    limits: new Limits(database, now),
    worklist: new Worklist(database, department.timeZone, shownNumber),
    callbacks: new Callbacks(database, department.calendar, now, () => changes.publish()),
    cookie: new SessionCookie(deskUrl),
    /** Removes erased data from the files. False where some of it may still be readable. */
    overwriteErased: () => overwriteErased(database, logger),
  }
}

/** Removes erased data from the files. What was erased stays erased when this fails. @returns false when it did not */
async function overwriteErased(database: Database, logger: FastifyBaseLogger): Promise<boolean> {
  try {
    return await vacuumErased(database, { maxBytes: MAX_REWRITTEN_BYTES })
  } catch (error) {
    logger.error({ err: error }, 'erased data could not be overwritten')
    return false
  }
}
