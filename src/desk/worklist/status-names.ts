import type { RequestStatus } from '../../callback-request/statuses.ts'

/** How far a callback has come, as pages say it. */
export const STATUS_NAMES: Readonly<Record<RequestStatus, string>> = {
  new: 'New',
  again: 'Call again',
  later: 'Call later',
  reached: 'Reached',
  booked: 'Booked',
  not_interested: 'Not interested',
  wrong_number: 'Wrong number',
  unreachable: 'Unreachable',
  spam: 'Spam',
}
