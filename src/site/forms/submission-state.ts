import type { FieldErrors } from '../../callback-request/rules.ts'

/**
 * How a form's submission stands (specification, section 4). The specification's ERROR is two states here: `ERROR` after a
 * failed validation, `FAILED` after a failed request.
 */
export type SubmitStatus = 'none' | 'PENDING' | 'OK' | 'ERROR' | 'FAILED'

export interface SubmissionState<Name extends string> {
  status: SubmitStatus
  errors: FieldErrors<Name>
  /** Whether messages follow what is typed: from the first failed submission until one succeeds. */
  followsTyping: boolean
  /** Right after a success a press does nothing: a double press is not a second form. */
  isResting: boolean
  /** How the last submission ended. Each end is a new object. */
  result?: { status: 'ERROR' | 'FAILED' | 'OK' }
}

export type SubmissionEvent<Name extends string> =
  | { type: 'refused'; errors: FieldErrors<Name> }
  | { type: 'sent' }
  | { type: 'failed' }
  | { type: 'stored' }
  | { type: 'rested' }
  | { type: 'typed'; errors: FieldErrors<Name> }
  /** The browser shows the page again as it was when it left it. */
  | { type: 'shownAgain' }

/** The next state of a form's submission. Pure. */
export function submissionReducer<Name extends string>(
  state: SubmissionState<Name>,
  event: SubmissionEvent<Name>,
): SubmissionState<Name> {
  switch (event.type) {
    case 'refused':
      return { ...state, status: 'ERROR', errors: event.errors, followsTyping: true, result: { status: 'ERROR' } }
    case 'sent':
      return { ...state, status: 'PENDING', errors: {} }
    case 'failed':
      return { ...state, status: 'FAILED', followsTyping: true, result: { status: 'FAILED' } }
    case 'stored':
      return { status: 'OK', errors: {}, followsTyping: false, isResting: true, result: { status: 'OK' } }
    case 'rested':
      return { ...state, isResting: false }
    case 'typed': {
      if (!state.followsTyping || state.status === 'PENDING') return state
      const isRight = state.status === 'ERROR' && Object.keys(event.errors).length === 0
      return { ...state, errors: event.errors, status: isRight ? 'none' : state.status }
    }
    case 'shownAgain':
      return state.status === 'PENDING' ? { ...state, status: 'none' } : state
  }
}
