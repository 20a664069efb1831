/** To whom a message about a request is sent, and how. */
export type Channel = 'staff-mail' | 'visitor-mail' | 'webhook' | 'overdue-mail'

/**
 * `waiting` for its first or next attempt; `delivered`; `abandoned` after three days of attempts; `dismissed`, when staff
 * have dealt with an abandoned one; or `dropped`, since it can no longer be of use to anybody, and a mail to a visitor after
 * a day of attempts.
 */
export type MessageStatus = 'waiting' | 'delivered' | 'abandoned' | 'dismissed' | 'dropped'
