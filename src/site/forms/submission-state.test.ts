import { expect, test } from 'vitest'
import { type SubmissionEvent, type SubmissionState, submissionReducer } from './submission-state.ts'

type Event = SubmissionEvent<string, 'phone' | 'email'>
type State = SubmissionState<string, 'phone' | 'email'>

const INITIAL: State = { status: 'none', errors: {}, followsTyping: false }
const PHONE = { phone: 'Phone No. is required' } as const
const EMAIL = { email: 'Email is required' } as const

const REFUSED: Event = { type: 'refused', errors: PHONE }
const SENT: Event = { type: 'sent' }
const FAILED: Event = { type: 'failed' }
const STORED: Event = { type: 'stored', value: 'Asha Rao' }
const TYPED: Event = { type: 'typed', errors: EMAIL }
const SHOWN_AGAIN: Event = { type: 'shownAgain' }

const after = (...events: Event[]) => events.reduce<State>(submissionReducer, INITIAL)

test.for<[title: string, events: Event[], expected: State]>([
  ['Typing shows no message before the first failed submission', [TYPED], INITIAL],
  [
    'A refused form shows its messages',
    [REFUSED],
    { status: 'ERROR', errors: PHONE, followsTyping: true, result: { status: 'ERROR' } },
  ],
  [
    'The messages of a refused form follow what is typed',
    [REFUSED, TYPED],
    { status: 'ERROR', errors: EMAIL, followsTyping: true, result: { status: 'ERROR' } },
  ],
  [
    'A form that is sent after a mistake shows no message',
    [REFUSED, SENT],
    { status: 'PENDING', errors: {}, followsTyping: true, result: { status: 'ERROR' } },
  ],
  [
    'While a form is sent for the first time, typing shows no message either',
    [SENT, TYPED],
    { ...INITIAL, status: 'PENDING' },
  ],
  [
    'A failed request is an ERROR without messages, until something is typed',
    [SENT, FAILED],
    { status: 'FAILED', errors: {}, followsTyping: true, result: { status: 'FAILED' } },
  ],
  [
    'After a failed request messages follow what is typed',
    [SENT, FAILED, TYPED],
    { status: 'FAILED', errors: EMAIL, followsTyping: true, result: { status: 'FAILED' } },
  ],
  [
    'A stored request is OK, gives what was stored, and begins anew: typing shows no message',
    [REFUSED, SENT, FAILED, SENT, STORED, TYPED],
    { status: 'OK', errors: {}, followsTyping: false, result: { status: 'OK', value: 'Asha Rao' } },
  ],
  ['A form that the browser has posted and shows again is as at first', [SENT, SHOWN_AGAIN], INITIAL],
])('%s', ([, events, expected]) => {
  expect(after(...events)).toEqual(expected)
})

test('A page that is shown again keeps what a submission has come to', () => {
  for (const state of [INITIAL, after(REFUSED), after(SENT, FAILED), after(SENT, STORED)])
    expect(submissionReducer(state, SHOWN_AGAIN)).toBe(state)
})

test('Each result is a new object, so that the same one twice is shown twice; the events between keep it', () => {
  for (const event of [REFUSED, FAILED, STORED]) {
    const first = after(SENT, event)
    const second = submissionReducer(submissionReducer(first, SENT), event)
    expect(second.result).toEqual(first.result)
    expect(second.result).not.toBe(first.result)
    expect(submissionReducer(submissionReducer(first, SENT), TYPED).result).toBe(first.result)
  }
})
