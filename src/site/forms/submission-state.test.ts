import { expect, test } from 'vitest'
import { type SubmissionEvent, type SubmissionState, submissionReducer } from './submission-state.ts'

type Event = SubmissionEvent<'phone' | 'email'>
type State = SubmissionState<'phone' | 'email'>

const INITIAL: State = { status: 'none', errors: {}, followsTyping: false, isResting: false }
const PHONE = { phone: 'Phone No. is required' } as const
const EMAIL = { email: 'Email is required' } as const

const REFUSED: Event = { type: 'refused', errors: PHONE }
const SENT: Event = { type: 'sent' }
const FAILED: Event = { type: 'failed' }
const STORED: Event = { type: 'stored' }
const TYPED: Event = { type: 'typed', errors: EMAIL }
const CORRECTED: Event = { type: 'typed', errors: {} }
const RESTED: Event = { type: 'rested' }
const SHOWN_AGAIN: Event = { type: 'shownAgain' }

const after = (...events: Event[]) => events.reduce<State>(submissionReducer, INITIAL)

test.for<[title: string, events: Event[], changed: Partial<State>]>([
  ['Typing shows no message before the first failed submission', [TYPED], {}],
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
    'A refused form whose mistakes are corrected says nothing more, until the next one',
    [REFUSED, CORRECTED],
    { status: 'none', followsTyping: true, result: { status: 'ERROR' } },
  ],
  [
    'A form that is sent after a mistake shows no message',
    [REFUSED, SENT],
    { status: 'PENDING', followsTyping: true, result: { status: 'ERROR' } },
  ],
  [
    'While a form is sent, typing shows no message either',
    [REFUSED, SENT, TYPED],
    { status: 'PENDING', followsTyping: true, result: { status: 'ERROR' } },
  ],
  [
    'A failed request shows no message, and stays FAILED while nothing that is typed is wrong',
    [SENT, FAILED, CORRECTED],
    { status: 'FAILED', followsTyping: true, result: { status: 'FAILED' } },
  ],
  [
    'After a failed request messages follow what is typed',
    [SENT, FAILED, TYPED],
    { status: 'FAILED', errors: EMAIL, followsTyping: true, result: { status: 'FAILED' } },
  ],
  [
    'A stored request is OK; then the form rests, and typing shows no message',
    [REFUSED, SENT, FAILED, TYPED, SENT, STORED, TYPED],
    { status: 'OK', isResting: true, result: { status: 'OK' } },
  ],
  [
    'A form that has rested keeps what it has come to',
    [SENT, STORED, RESTED],
    { status: 'OK', result: { status: 'OK' } },
  ],
  [
    'A form that is refused while it rests goes on resting',
    [SENT, STORED, REFUSED],
    { status: 'ERROR', errors: PHONE, followsTyping: true, isResting: true, result: { status: 'ERROR' } },
  ],
  ['A form that the browser has posted and shows again is as at first', [SENT, SHOWN_AGAIN], {}],
])('%s', ([, events, changed]) => {
  expect(after(...events)).toEqual({ ...INITIAL, ...changed })
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
