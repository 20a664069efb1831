/** How far a callback has come while somebody still has to call: not tried, to be tried again, or at a later time. */
export const OPEN_STATUSES = ['new', 'again', 'later'] as const

/** How a callback ended. */
export const SETTLED_STATUSES = [
  'reached',
  'booked',
  'not_interested',
  'wrong_number',
  'do_not_call',
  'unreachable',
  'spam',
  'withdrawn',
  'before_desk',
] as const

/** How far a callback has come, and with it each of its requests. */
export type RequestStatus = (typeof OPEN_STATUSES)[number] | (typeof SETTLED_STATUSES)[number]

/** Whether nobody has to call any more. */
export function isSettled(status: RequestStatus): boolean {
  return SETTLED_STATUSES.some((settled) => settled === status)
}

/** How far a callback has come, as pages say it. */
export const STATUS_NAMES: Readonly<Record<RequestStatus, string>> = {
  new: 'New',
  again: 'Call again',
  later: 'Call later',
  reached: 'Reached',
  booked: 'Booked',
  not_interested: 'Not interested',
  wrong_number: 'Wrong number',
  do_not_call: 'Do not call',
  unreachable: 'Unreachable',
  spam: 'Spam',
  withdrawn: 'Withdrawn',
  before_desk: 'Before the desk',
}
