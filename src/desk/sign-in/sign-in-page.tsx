import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { textField, validate } from '../../callback-request/rules.ts'
import { CURRENT_PASSWORD, type SessionStage } from '../../callback-request/staff-account.ts'
import { ActionLink } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { get, sendSecret } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { PasswordField } from '../parts/fields.tsx'
import { Form } from '../parts/form.tsx'
import { Loading, Notice } from '../parts/notice.tsx'
import { PlainPage } from '../parts/page.tsx'
import { SIGN_IN_KEY, takeWanted } from '../session.ts'
import { CodeForm } from './code-form.tsx'
import { HOSPITAL_OUTCOMES } from './hospital-words.ts'
import css from './sign-in.module.css'

const REASONS = {
  ended: 'Your session has ended. Please sign in again.',
  'signed-out': 'You are signed out.',
}

/** Signing in: by the hospital's account, or by e-mail address and password, then a code where the account needs one. */
export function SignInPage() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { hospital, state } = useSearch({ from: '/sign-in' })
  const { reason = state } = useLocation({ select: ({ state }) => state })
  const [step, setStep] = useState<'first' | 'code'>('first')
  const options = useQuery({
    queryKey: SIGN_IN_KEY,
    queryFn: ({ signal }) => get<{ hospital: boolean }>('/api/sign-in/options', signal),
  })
  /** What is said comes after its place, so that screen readers announce it. */
  const isThere = !options.isFetching

  function goOn() {
    queryClient.clear()
    router.history.replace(takeWanted())
  }

  // The session's cookie is set by now, and browsers send it with the calls of our own page.
  const goOnAfterHospital = useEffectEvent(goOn)
  useEffect(() => {
    if (hospital === 'done') goOnAfterHospital()
  }, [hospital])

  const follow = ({ next }: NextStep) => (next === 'code' ? setStep('code') : goOn())

  return (
    <PlainPage title="Sign in">
      {hospital === 'done' && <Loading />}
      {hospital !== 'done' && step === 'first' && (
        <>
          <Notice role="status" tone="plain">
            {isThere && !hospital && reason && REASONS[reason]}
          </Notice>
          <Notice role="alert" tone="error">
            {isThere && hospital && HOSPITAL_OUTCOMES[hospital]}
          </Notice>
          <FirstStep options={options} onDone={follow} />
        </>
      )}
      {step === 'code' && (
        <CodeForm
          autoFocus
          submitLabel="Sign in"
          otherButtons={
            <Button look="plain" onClick={() => setStep('first')}>
              Start again
            </Button>
          }
          send={async (value) => follow(await sendSecret('POST', '/api/sign-in/code', value))}
          whenWrong="After five wrong codes, start again."
        />
      )}
    </PlainPage>
  )
}

/** What follows a step of signing in. */
export interface NextStep {
  next: SessionStage
}

interface FirstStepProps {
  options: UseQueryResult<{ hospital: boolean }>
  onDone: (next: NextStep) => void
}

/** The first step of signing in: by the hospital's account where there is one, otherwise with a password. */
function FirstStep({ options: { data, isPending }, onDone }: FirstStepProps) {
  const [isEmergency, setIsEmergency] = useState(false)
  if (isPending) return <Loading />
  if (!data?.hospital) {
    return (
      <>
        <PasswordStep onDone={onDone} />
        <p className="quiet">No account yet, or the password forgotten? Ask a manager of your department for a link.</p>
      </>
    )
  }
  return (
    <>
      <div className="stack">
        <ActionLink look="filled" href="/sign-in/hospital">
          Sign in with the hospital’s account
        </ActionLink>
        {!isEmergency && (
          <Button look="plain" aria-expanded={false} onClick={() => setIsEmergency(true)}>
            Use an emergency account
          </Button>
        )}
      </div>
      {isEmergency && (
        <section className={`stack ${css.emergency}`}>
          <h2>Emergency account</h2>
          <p className="quiet">
            For people who have a password for the callback desk, while the hospital’s sign-in does not work.
          </p>
          <PasswordStep onDone={onDone} />
        </section>
      )}
    </>
  )
}

function PasswordStep({ onDone }: Pick<FirstStepProps, 'onDone'>) {
  // After the end of a session the browser's history has the address.
  const email = useLocation({ select: ({ state }) => state.email })
  const isKnown = email !== undefined
  return (
    <Form
      submitLabel="Sign in"
      validate={(typed) => validate(CREDENTIALS, typed)}
      send={async (credentials) => onDone(await sendSecret('POST', '/api/sign-in', credentials))}
      explain={({ status }) => (status === 401 ? 'E-mail or password is wrong.' : undefined)}
    >
      {(errors) => (
        <>
          <TextField
            name="email"
            label="Email"
            type="email"
            autoComplete="username"
            spellCheck={false}
            defaultValue={email}
            error={errors.email}
            autoFocus={!isKnown}
          />
          <PasswordField kind="current" name="password" label="Password" error={errors.password} autoFocus={isKnown} />
        </>
      )}
    </Form>
  )
}

/** Only asks that both are there: which accounts and passwords exist is not said here. */
const CREDENTIALS = { email: textField('Please enter your e-mail address'), password: CURRENT_PASSWORD }
