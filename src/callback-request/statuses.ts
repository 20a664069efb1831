/** How far a request has come. It is `new` until the staff's desk changes it. */
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
