/**
 * How many failed sign-ins are allowed in a window, for an e-mail address and for a client. Source: desk, section 2.
 * `begun` counts the sign-ins by the hospital's provider that a client begins and does not complete, beside its failures:
 * links of other sites begin them too, and must not keep anybody from signing in with a password.
 */
const MAX_FAILURES = { email: 10, client: 30, begun: 30 } as const

/** What each kind of attempt counts for. An e-mail address counts whether it has an account or not. */
const COUNTED_FOR = {
  password: ['email', 'client'],
  code: ['email'],
  hospital: ['client'],
  begun: ['begun'],
} as const

/** 15 minutes, from the first failure. */
export const SIGN_IN_WINDOW_MS = 15 * 60_000

/** Somebody who tries to sign in, or to type their own password. */
export interface SignInAttempt {
  by: keyof typeof COUNTED_FOR
  client: string
  email?: string
}

/** Whom an attempt counts for, and how often each of them may fail in a window. */
export function countsOf({ by, client, email = '' }: SignInAttempt) {
  const texts = { client, email, begun: client }
  return COUNTED_FOR[by].map((kind) => ({ kind, text: texts[kind], max: MAX_FAILURES[kind] }))
}
