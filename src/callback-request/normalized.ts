/**
 * How many combining marks a text may have in a row: 30. Real names have at most a few. Source: contract.
 * Normalising takes time by the square of such a run, seconds for 60 KB.
 */
export const TOO_MANY_MARKS = /\p{M}{31}/u

/**
 * A text in a normal form. One with more than 30 combining marks in a row stays as it is: the rules refuse it, and
 * normalising it would stop the program for seconds. Whatever was typed is normalised here and nowhere else.
 */
export function normalized(text: string, form: 'NFC' | 'NFD' | 'NFKC' = 'NFC'): string {
  return TOO_MANY_MARKS.test(text) ? text : text.normalize(form)
}

/** An e-mail address as it is compared, of a visitor or of an account: two are the same when these texts are equal. */
export function comparableEmail(email: string): string {
  return normalized(email.trim()).toLowerCase()
}
