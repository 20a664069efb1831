import { useCallback, useRef, useState } from 'react'
import type { CallbackRow } from '../../callback-request/calling/callback-row.ts'
import { CallFailed } from '../api.ts'
import { useMe } from '../session.ts'
import { explainCallRefusal } from './call-words.ts'

/** Why something could not be done. */
export interface Failure {
  text: string
  /** The person whom it is about; without one, the call that is open. */
  about: CallbackRow | undefined
}

/**
 * What is done with calls, one thing at a time; what goes wrong is said in plain words.
 *
 * @param onConflict told of a refusal because of what somebody did meanwhile
 */
export function useAttempts(onConflict: (failure: CallFailed, about: CallbackRow | undefined) => void) {
  const { time_zone: timeZone } = useMe()
  const [failure, setFailure] = useState<Failure>()
  const [isBusy, setIsBusy] = useState(false)
  const isPending = useRef(false)

  /** @param about as in `Failure` */
  async function attemptTo(work: () => Promise<void>, about?: CallbackRow) {
    if (isPending.current) return
    isPending.current = true
    setIsBusy(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      setFailure({ text: explainCallRefusal(error, timeZone), about })
      if ([404, 409].includes(error.status)) onConflict(error, about)
    } finally {
      isPending.current = false
      setIsBusy(false)
    }
  }

  const dropFailure = () => setFailure(undefined)

  /** Drops what was refused about somebody whose call is not open. */
  const dropRefusal = useCallback(() => setFailure((one) => (one?.about ? undefined : one)), [])

  return { attemptTo, failure, isBusy, isPending, dropFailure, dropRefusal }
}
