import { useEffect, useState } from 'react'
import { get } from '../api.ts'

/** How one can sign in, besides with a password. */
interface SignInOptions {
  hospital: boolean
}

/** Asks the server how one can sign in. Undefined until it has answered; a password remains when it does not. */
export function useSignInOptions(): SignInOptions | undefined {
  const [options, setOptions] = useState<SignInOptions>()
  // Not a query: leaving a session forgets all queries just when this page appears.
  useEffect(() => {
    const unmounted = new AbortController()
    get<SignInOptions>('/api/sign-in/options', unmounted.signal).then(setOptions, () => {
      if (!unmounted.signal.aborted) setOptions({ hospital: false })
    })
    return () => unmounted.abort()
  }, [])
  return options
}
