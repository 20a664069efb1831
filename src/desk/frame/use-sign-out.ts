import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { CallFailed, explainFailure, send } from '../api.ts'
import { leaveSession } from '../session.ts'

/** Signs out, also at the hospital's provider if the person signed in there. When that fails, the person is still signed in and is told so. */
export function useSignOut(): { signOut: () => Promise<void>; failure: string } {
  const router = useRouter()
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState('')

  async function signOut() {
    setFailure('')
    try {
      const provider = await send<{ url: string } | undefined>('POST', '/api/sign-out')
      await leaveSession(router, queryClient, 'signed-out')
      if (provider) location.assign(provider.url)
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      if (error.status !== 401) setFailure(`You are still signed in. ${explainFailure(error)}`)
    }
  }

  return { signOut, failure }
}
