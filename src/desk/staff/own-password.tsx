import type { FieldErrors } from '../../callback-request/rules.ts'
import type { CallFailed } from '../api.ts'
import { PasswordField } from '../parts/fields.tsx'
import { useMe } from '../session.ts'

/**
 * Asks managers for their own password before something that would outlast their session, such as another manager. Who
 * signs in by the hospital's provider has none.
 */
export function OwnPassword({ error }: { error: string | undefined }) {
  const me = useMe()
  if (me.hospital) return null
  return (
    <PasswordField
      id="own-password"
      name="password"
      label="Your own password"
      autoComplete="current-password"
      error={error}
    />
  )
}

/** What a refusal of a change of an account means, to somebody who may have been asked for the own password. */
export function useExplainRefusal(): (failure: CallFailed) => string | FieldErrors | undefined {
  const { hospital: isHospitals } = useMe()
  return ({ status, code = '' }) => {
    if (status !== 401) return REFUSALS[code]
    return isHospitals
      ? 'Please sign out and in again: this needs a sign-in that is not older than ten minutes.'
      : { password: 'This is not your password' }
  }
}

const REFUSALS: Readonly<Record<string, string | FieldErrors>> = {
  yourself: 'You cannot do this to your own account. Another manager can.',
  'last-manager': 'This is the last manager who can sign in. Make somebody else a manager first.',
  hospital: 'This person signs in with the hospital’s account, where name and role are changed.',
  exists: { email: 'There is already an account with this e-mail address.' },
}
