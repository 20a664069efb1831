import type { FieldErrors } from '../../callback-request/rules.ts'

/**
 * How a form's submission stands (specification, section 4). Its ERROR is `ERROR` when validation failed and `FAILED` when
 * the request did.
 */
export type SubmitStatus = 'none' | 'PENDING' | 'OK' | 'ERROR' | 'FAILED'

export interface SubmissionState<Value, Name extends string> {
  status: SubmitStatus
  errors: FieldErrors<Name>
  /** Whether messages follow what is typed: from the first failed submission until one succeeds. */
  followsTyping: boolean
  /** What the last submission has come to. Each result is a new object. */
  result?: { status: 'ERROR' | 'FAILED' } | { status: 'OK'; value: Value }
}

export type SubmissionEvent<Value, Name extends string> =
  | { type: 'refused'; errors: FieldErrors<Name> }
  | { type: 'sent' }
  | { type: 'failed' }
  | { type: 'stored'; value: Value }
  | { type: 'typed'; errors: FieldErrors<Name> }
  /** The browser shows the page again as it was when it left it. */
  | { type: 'shownAgain' }

/** The next state of a form's submission. Pure. */
export function submissionReducer<Value, Name extends string>(
  state: SubmissionState<Value, Name>,
  event: SubmissionEvent<Value, Name>,
): SubmissionState<Value, Name> {
  switch (event.type) {
    case 'refused':
      return { status: 'ERROR', errors: event.errors, followsTyping: true, result: { status: 'ERROR' } }
    case 'sent':
      return { ...state, status: 'PENDING', errors: {} }
    case 'failed':
      return { ...state, status: 'FAILED', followsTyping: true, result: { status: 'FAILED' } }
    case 'stored':
      return { status: 'OK', errors: {}, followsTyping: false, result: { status: 'OK', value: event.value } }
    case 'typed':
      return state.followsTyping ? { ...state, errors: event.errors } : state
    case 'shownAgain':
      return state.status === 'PENDING' ? { ...state, status: 'none' } : state
  }
}
