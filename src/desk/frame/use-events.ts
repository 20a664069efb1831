import { hashKey, type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { inBackground } from '../api.ts'
import { type DeskEvent, listenToEvents } from '../events.ts'
import { meQuery } from '../session.ts'

/** The answer that ended this session may be the one that brings the cookie of the next: it arrives first. */
const NEW_COOKIE_MS = 200

/** Fetches again what the events tell. */
export function useEvents(): { isSilent: boolean } {
  const queryClient = useQueryClient()
  const [isSilent, setIsSilent] = useState(false)

  useEffect(() => {
    let asking: number | undefined

    function onEvent(event: DeskEvent) {
      if (event === 'connected') {
        void inBackground(() => queryClient.invalidateQueries())
      } else if (event === 'changed') {
        // Who is signed in has events of its own.
        const predicate = ({ queryHash }: Query) => queryHash !== hashKey(meQuery.queryKey)
        void inBackground(() => queryClient.invalidateQueries({ predicate }))
      } else if (event !== 'alive') {
        // Whether somebody is still signed in is the server's to say: without a session, this call leads to the sign-in page.
        clearTimeout(asking)
        asking = setTimeout(() => inBackground(() => queryClient.refetchQueries(meQuery)), NEW_COOKIE_MS)
      }
    }

    const stop = listenToEvents({ onEvent, onSilence: setIsSilent })
    return () => {
      clearTimeout(asking)
      stop()
    }
  }, [queryClient])

  return { isSilent }
}
