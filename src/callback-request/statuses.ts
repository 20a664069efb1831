/** How far a request has come: `new`, until a coordinator's outcome changes it. */
export type RequestStatus =
  | 'new'
  | 'again'
  | 'later'
  | 'reached'
  | 'booked'
  | 'not_interested'
  | 'wrong_number'
  | 'unreachable'
  | 'spam'
