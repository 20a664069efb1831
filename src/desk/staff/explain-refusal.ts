import type { CallFailed } from '../api.ts'

/** Why the server refuses a change of an account, in plain words. */
export function explainRefusal({ code }: CallFailed): string | undefined {
  if (code === 'yourself') return 'You cannot do this to your own account. Another manager can.'
  if (code === 'last-manager') return 'This is the last manager who can sign in. Make somebody else a manager first.'
  if (code === 'hospital') return 'This person signs in with the hospital’s account, where name and role are changed.'
  if (code === 'exists') return 'There is already an account with this e-mail address.'
  return undefined
}
