import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { sendSecret } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Loading, Notice } from '../parts/notice.tsx'
import { PlainPage } from '../parts/page.tsx'
import { takeWanted } from '../session.ts'
import { CodeForm } from './code-form.tsx'
import { FirstStep, type NextStep } from './first-step.tsx'
import { HOSPITAL_OUTCOMES } from './hospital-words.ts'

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
            {!hospital && reason && REASONS[reason]}
          </Notice>
          <Notice role="alert" tone="error">
            {hospital && HOSPITAL_OUTCOMES[hospital]}
          </Notice>
          <FirstStep onDone={follow} />
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
