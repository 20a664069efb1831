import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Notice } from '../parts/notice.tsx'
import { PlainPage } from '../parts/page.tsx'
import { CodeStep } from './code-step.tsx'
import { PasswordStep } from './password-step.tsx'
import css from './sign-in-page.module.css'

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
          <Notice role="status" tone="plain">
            {!notice && reason && REASONS[reason]}
          </Notice>
          <Notice role="alert" tone="error">
            {notice}
          </Notice>
          <PasswordStep onDone={follow} />
          <p className={css.help}>
            No account yet, or the password forgotten? Ask a manager of your department for a link.
          </p>
        </>
      ) : (
        <CodeStep onDone={follow} onStartAgain={startAgain} />
      )}
    </PlainPage>
  )
}
