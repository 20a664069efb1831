/** What the address of the sign-in page says after a way back from the hospital's sign-in. */
export interface SignInSearch {
  /** How the hospital's sign-in ended. */
  hospital?: HospitalOutcome | undefined
  /** The hospital's provider sends it back after signing out. */
  state?: 'signed-out' | undefined
}

const ASK_IT = 'Please ask your hospital’s IT.'

/** Why the hospital's sign-in led to no session, in plain words; `done` says that it led to one. */
export const HOSPITAL_OUTCOMES = {
  done: '',
  unreachable:
    'The hospital’s sign-in does not answer at the moment. Try again in some minutes, or use an emergency account.',
  expired: 'This took too long, or was begun in another browser. Please sign in again.',
  cancelled: 'The hospital’s sign-in was cancelled. You can try again.',
  invalid: `The hospital’s sign-in did not work. Please try again. If it happens again, ask your hospital’s IT.`,
  disabled: 'Your account of the callback desk is disabled. A manager of your department can enable it.',
  'no-role': `The hospital knows you, but you are not allowed to use the callback desk. ${ASK_IT}`,
  'no-email': `The hospital’s sign-in told us no e-mail address of yours, and the callback desk needs one. ${ASK_IT}`,
  'email-taken': `The callback desk already has an account with a password for your e-mail address. ${ASK_IT} They can connect the two.`,
  'too-many': 'Too many tries. Try again in 15 minutes.',
  unavailable: 'The callback desk is not available at the moment. Please try again in a minute.',
} as const

type HospitalOutcome = keyof typeof HOSPITAL_OUTCOMES

/** Reads the address of the sign-in page. Unknown words are ignored. */
export function readSignInSearch({ hospital, state }: Record<string, unknown>): SignInSearch {
  const known = Object.keys(HOSPITAL_OUTCOMES) as HospitalOutcome[]
  return {
    hospital: known.find((outcome) => outcome === hospital),
    state: state === 'signed-out' ? state : undefined,
  }
}
