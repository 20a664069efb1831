/** The forms of requests as the pages name them. */
export const FORM_NAMES = { appointment: 'Appointment', contact: 'Contact', desk: 'Added by staff' } as const

/** What was typed, from the address's fragment: it reaches no server, proxy or log. */
export function textInFragment(fragment: string): string {
  return new URLSearchParams(fragment).get('text') ?? ''
}

/** The fragment that holds what was typed. */
export function fragmentOf(text: string): string {
  return text === '' ? '' : new URLSearchParams({ text }).toString()
}
