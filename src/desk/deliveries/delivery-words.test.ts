import { expect, test } from 'vitest'
import { reasonInWords, warningInWords } from './delivery-words.ts'

const ZONE = 'Asia/Kolkata'
const NOW = new Date('2026-11-20T09:30:00.000Z')
const NONE = { waiting: 0, oldest_waiting_at: null, abandoned: 0 }
const waitingSince = (at: string) => ({ ...NONE, waiting: 1, oldest_waiting_at: at })

test('There is a warning while a message is abandoned or has waited for 15 minutes', () => {
  const warning = (counts: object) => warningInWords({ ...NONE, ...counts }, NOW, ZONE)
  expect(warning({})).toBe('')
  expect(warning(waitingSince('2026-11-20T09:15:00.001Z'))).toBe('')
  expect(warning(waitingSince('2026-11-20T09:15:00.000Z'))).toBe('A message has been waiting since today, 2:45 pm.')
  expect(warning({ abandoned: 1 })).toBe('A message was not delivered and is abandoned.')
  expect(warning({ abandoned: 2, oldest_waiting_at: '2026-11-19T09:15:00.000Z' })).toBe(
    '2 messages were not delivered and are abandoned. A message has been waiting since yesterday, 2:45 pm.',
  )
  expect(warning({ abandoned: 1_000 })).toMatch(/^More than 999 messages/)
})

test('Each reason is explained', () => {
  const rows = [
    ['SMTP 535', 'The mail server did not accept our password (SMTP 535)'],
    ['SMTP 550 RCPT', 'The mail server refused the address (SMTP 550 RCPT)'],
    ['SMTP 451', 'The mail server asks to try later (SMTP 451)'],
    ['ETLS', 'The connection is not safe (ETLS)'],
    ['ECONNREFUSED', 'The server could not be reached (ECONNREFUSED)'],
    ['no answer in time', 'There was no answer in time (no answer in time)'],
    ['HTTP 503', 'The other system did not accept it (HTTP 503)'],
    ['fault', 'fault'],
  ] as const
  for (const [reason, words] of rows) {
    expect(reasonInWords(reason), `${reason} ${words}`).toBe(words)
  }
})
