import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { Loading, Notice } from '../parts/notice.tsx'
import { PlainPage } from '../parts/page.tsx'
import { CodeStep } from './code-step.tsx'
import { FirstStep, type NextStep } from './first-step.tsx'
import { HOSPITAL_OUTCOMES } from './hospital-words.ts'

const REASONS = {
  ended: 'Your session has ended. Please sign in again.',
  'signed-out': 'You are signed out.',
}

/**
 * Where the person wanted to go, while another site signs the person in: the key under which the session's storage has
 * it, in this tab only and in no address.
 */
const WANTED = 'wanted'

/** Signing in: by the hospital's account, or by e-mail address and password, then a code where the account needs one. */
export function SignInPage() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { hospital, state } = useSearch({ from: '/sign-in' })
  const { wanted, reason = state } = useLocation({ select: ({ state }) => state })
  const [step, setStep] = useState<'first' | 'code'>('first')
  const [notice, setNotice] = useState(hospital && hospital !== 'done' ? HOSPITAL_OUTCOMES[hospital] : '')

  const goOn = useCallback(() => {
    queryClient.clear()
    const kept = sessionStorage.getItem(WANTED)
    sessionStorage.removeItem(WANTED)
    router.history.replace(wanted ?? kept ?? '/')
  }, [queryClient, router, wanted])

  // The session's cookie is set by now, and browsers send it with the calls of our own page.
  useEffect(() => {
    if (hospital === 'done') goOn()
  }, [hospital, goOn])

  function follow({ next }: NextStep) {
    if (next !== 'code') return goOn()
    setNotice('')
    setStep('code')
  }

  /** Another site signs the person in, and this page ends. */
  function leave() {
    if (wanted) sessionStorage.setItem(WANTED, wanted)
  }

  function startAgain(why = '') {
    setNotice(why)
    setStep('first')
  }

  return (
    <PlainPage title="Sign in">
      {hospital === 'done' && <Loading />}
      {hospital !== 'done' && step === 'first' && (
        <>
          <Notice role="status" tone="plain">
            {!notice && reason && REASONS[reason]}
          </Notice>
          <Notice role="alert" tone="error">
            {notice}
          </Notice>
          <FirstStep onDone={follow} onLeave={leave} />
        </>
      )}
      {step === 'code' && <CodeStep onDone={follow} onStartAgain={startAgain} />}
    </PlainPage>
  )
}
