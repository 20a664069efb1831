import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Notice } from '../parts/notice.tsx'
import { PlainPage } from '../parts/page.tsx'
import { CodeStep } from './code-step.tsx'
import { PasswordStep } from './password-step.tsx'

/** What follows a step of signing in. */
export interface NextStep {
  next: 'desk' | 'code' | 'enrol'
}

const REASONS = {
  ended: 'Your session has ended. Please sign in again.',
  'signed-out': 'You are signed out.',
}

/** Signing in: e-mail address and password, then a code where the account has a second factor. */
export function SignInPage() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { wanted = '/', reason } = useLocation({ select: ({ state }) => state })
  const [step, setStep] = useState<'password' | 'code'>('password')
  const [notice, setNotice] = useState('')

  function follow({ next }: NextStep) {
    if (next === 'code') {
      setNotice('')
      return setStep('code')
    }
    queryClient.clear()
    router.history.replace(wanted)
  }

  function startAgain(why = '') {
    setNotice(why)
    setStep('password')
  }

  return (
    <PlainPage title="Sign in">
      {step === 'password' ? (
        <>
          <Notice role="status" tone="ok">
            {!notice && reason && REASONS[reason]}
          </Notice>
          <Notice role="alert" tone="error">
            {notice}
          </Notice>
          <PasswordStep onDone={follow} />
        </>
      ) : (
        <CodeStep onDone={follow} onStartAgain={startAgain} />
      )}
    </PlainPage>
  )
}
