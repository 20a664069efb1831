import type { DepartmentFacts } from '../../../callback-request/department-facts.ts'
import type { RateLimit } from '../../http/rate-limit.ts'
import type { Counts } from '../../storage/rate-limit/rate-limit-counts.ts'
import type { CallbackRequests } from '../../storage/requests/callback-requests.ts'
import type { DuplicateMessages } from './duplicate-messages.ts'

/** What both ways of sending a form need. They share the counts: a client has one limit for all its posts. */
export interface FormOptions {
  requests: Pick<CallbackRequests, 'receive'>
  now: () => Date
  department: Pick<DepartmentFacts, 'timeZone' | 'offer'>
  /** The privacy notice in force. */
  noticeVersion: string
  /** The codes of the site's languages. */
  languages: readonly string[]
  duplicateMessages: DuplicateMessages
  rateLimit: RateLimit
  rateLimitCounts: Counts
}
