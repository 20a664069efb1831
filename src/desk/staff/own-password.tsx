import type { FieldErrors } from '../../callback-request/rules.ts'
import type { CallFailed } from '../api.ts'
import { PasswordField } from '../parts/fields/password-field.tsx'
import { useMe } from '../session.ts'
import { explainRefusal } from './explain-refusal.ts'

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

/** What a refusal means, to somebody who was asked for the own password. */
export function useExplainRefusal(): (failure: CallFailed) => string | FieldErrors | undefined {
  const { hospital: isHospitals } = useMe()
  return (failure) => {
    if (failure.status !== 401) return explainRefusal(failure)
    return isHospitals
      ? 'Please sign out and in again: this needs a sign-in that is not older than ten minutes.'
      : { password: 'This is not your password' }
  }
}
