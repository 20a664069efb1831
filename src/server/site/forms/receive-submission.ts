import type { FastifyRequest } from 'fastify'
import type { DepartmentFacts } from '../../../callback-request/department-facts.ts'
import { comparableText, suspicionOf } from '../../../callback-request/spam-signals.ts'
import type { CallbackDetails } from '../../../callback-request/stored-request.ts'
import { clientOf } from '../../http/client-address.ts'
import type { RateLimit, SentCounts } from '../../http/rate-limit.ts'
import type { CallbackRequests } from '../../storage/callback-requests.ts'
import type { ReceiveResult, SubmissionContext } from '../../storage/requests.ts'
import type { DuplicateMessages } from './duplicate-messages.ts'

/** What both ways of sending a form need. They share the counts: a client has one limit for all its posts. */
export interface FormOptions {
  requests: Pick<CallbackRequests, 'receive' | 'withdraw'>
  now: () => Date
  department: Pick<DepartmentFacts, 'calendar' | 'countryPrefix' | 'offer'>
  /** The privacy notice in force. */
  noticeVersion: string
  /** The codes of the site's languages. */
  languages: readonly string[]
  duplicateMessages: DuplicateMessages
  rateLimit: RateLimit
  rateLimitCounts: SentCounts
}

/**
 * Stores valid details with the time, the privacy notice in force, and whether the request looks like a robot's. Counts
 * its message as sent.
 */
export function receiveSubmission(
  request: FastifyRequest,
  details: CallbackDetails,
  { honeypot, ...sent }: { honeypot: string } & Pick<SubmissionContext, 'campaign' | 'language' | 'idempotencyKey'>,
  { requests, now, department, noticeVersion, duplicateMessages }: FormOptions,
): Promise<ReceiveResult> {
  const receivedAt = now()
  const { message, phone } = details
  const text = comparableText(message ?? '')
  const addresses = text === undefined ? 1 : duplicateMessages.addressesOf(text, clientOf(request), receivedAt)
  const suspicion = suspicionOf({ honeypot, message, phone, addresses })
  return requests.receive(details, { ...sent, receivedAt, calendar: department.calendar, suspicion, noticeVersion })
}
