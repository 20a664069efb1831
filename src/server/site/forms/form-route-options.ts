import type { CallbackRequests } from '../../storage/requests/callback-requests.ts'
import type { DuplicateMessages } from './duplicate-messages.ts'

/** What both form routes need. */
export interface FormRouteOptions {
  requests: CallbackRequests
  now: () => Date
  /** The privacy notice that is in force. */
  noticeVersion: string
  duplicateMessages: DuplicateMessages
}
