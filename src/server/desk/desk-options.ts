import type { DepartmentFacts } from '../../callback-request/department-facts.ts'
import type { AuditEvents } from '../storage/audit/audit-events.ts'
import type { Callbacks } from '../storage/callbacks/callbacks.ts'
import type { Worklist } from '../storage/callbacks/worklist.ts'
import type { Database } from '../storage/database/open-database.ts'
import type { Erasures } from '../storage/erasure/erasures.ts'
import type { Channel } from '../storage/outbox/outbox-message.ts'
import type { UndeliveredMessages } from '../storage/outbox/undelivered-messages.ts'
import type { SignInFailures } from '../storage/staff/sign-in-failures.ts'
import type { SignIns } from '../storage/staff/sign-ins.ts'
import type { StaffAccounts } from '../storage/staff/staff-accounts.ts'
import type { StaffSessions } from '../storage/staff/staff-sessions.ts'
import type { ChangeFeed } from './event-streams.ts'
import type { HospitalProvider } from './hospital-sign-in/provider.ts'
import type { SessionCookie } from './session-cookie.ts'

/** What the desk's routes need. */
export interface DeskOptions {
  database: Database
  accounts: StaffAccounts
  sessions: StaffSessions
  signIns: SignIns
  failures: SignInFailures
  audit: AuditEvents
  worklist: Worklist
  callbacks: Callbacks
  erasures: Erasures
  /** Removes erased data from the files. False where some of it may still be readable. */
  overwriteErased: () => Promise<boolean>
  undelivered: UndeliveredMessages
  changes: ChangeFeed
  cookie: SessionCookie
  /** The hospital's own sign-in; null without one. */
  provider: HospitalProvider | null
  department: DepartmentFacts
  /** The codes of the site's languages. */
  languages: readonly string[]
  /** The origin of links to the desk, such as `https://desk.clinic.example`. */
  deskOrigin: () => string
  /** The channels by which messages are sent. */
  channels: readonly Channel[]
  /** Delivers what has been queued. */
  wakeNotifications: () => void
  now: () => Date
}
