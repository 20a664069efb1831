import { useState } from 'react'
import { ActionLink } from '../../ui/button.tsx'
import { Button } from '../parts/button.tsx'
import { Loading } from '../parts/notice.tsx'
import { type NextStep, PasswordStep } from './password-step.tsx'
import css from './sign-in-page.module.css'
import { useSignInOptions } from './use-sign-in-options.ts'

interface FirstStepProps {
  onDone: (next: NextStep) => void
  /** Called before the page leads to the hospital's sign-in. */
  onLeave: () => void
}

/** The first step of signing in: by the hospital's account where there is one, otherwise with a password. */
export function FirstStep({ onDone, onLeave }: FirstStepProps) {
  const options = useSignInOptions()
  const [isEmergency, setIsEmergency] = useState(false)
  if (!options) return <Loading />
  if (!options.hospital) {
    return (
      <>
        <PasswordStep onDone={onDone} />
        <p className={css.help}>
          No account yet, or the password forgotten? Ask a manager of your department for a link.
        </p>
      </>
    )
  }
  return (
    <>
      <div className={css.choices}>
        <ActionLink look="filled" href="/sign-in/hospital" onClick={onLeave}>
          Sign in with the hospital’s account
        </ActionLink>
        {!isEmergency && (
          <Button look="plain" aria-expanded={false} onClick={() => setIsEmergency(true)}>
            Use an emergency account
          </Button>
        )}
      </div>
      {isEmergency && (
        <section className={css.emergency}>
          <h2>Emergency account</h2>
          <p className={css.help}>
            For people who have a password for the callback desk, while the hospital’s sign-in does not work.
          </p>
          <PasswordStep onDone={onDone} />
        </section>
      )}
    </>
  )
}
