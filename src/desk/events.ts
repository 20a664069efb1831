import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { byItself } from './api.ts'
import { meQuery } from './session.ts'

/** Where searches are kept. No event repeats them: the audit log says of each that somebody has made it. */
export const FIND_KEY = 'find'

/** The browser's other tabs, and the lock of the one that holds the stream. */
const NAME = 'desk-events'

/** After this time without events the connection counts as broken. Source: desk, section 9. */
const SILENCE_MS = 45_000

const CHECK_MS = 5_000

/** What the page learns. `connected`: the stream was opened, and events may have been missed before. */
type DeskEvent = 'connected' | 'alive' | 'changed' | 'session-ended'

/** Fetches again what the events tell. @returns whether none arrive */
export function useEvents(): boolean {
  const queryClient = useQueryClient()
  const [isSilent, setIsSilent] = useState(false)

  const onEvent = useEffectEvent((event: DeskEvent) => {
    if (event === 'connected' || event === 'changed') {
      // Who is signed in has events of its own.
      const predicate = ({ queryKey: [first] }: Query) =>
        first !== FIND_KEY && (event === 'connected' || first !== meQuery.queryKey[0])
      void byItself(() => queryClient.invalidateQueries({ predicate }))
    } else if (event === 'session-ended') {
      // Whether somebody is still signed in is the server's to say: without a session, this call leads to the sign-in page.
      void byItself(() => queryClient.refetchQueries(meQuery))
    }
  })
  useEffect(() => listenToEvents((event) => onEvent(event), setIsSilent), [])

  return isSilent
}

/**
 * Listens to the server's events. One tab of the browser holds the stream and informs the others: over HTTP/1.1 each
 * stream takes one of six connections. A visible tab that hears nothing takes the stream over, because a telephone may
 * have stopped the tab that holds it.
 *
 * @returns a function that stops it
 */
function listenToEvents(onEvent: (event: DeskEvent) => void, onSilence: (isSilent: boolean) => void): () => void {
  const stopped = new AbortController()
  const tabs = new BroadcastChannel(NAME)
  let source: EventSource | undefined
  let quietSince = Date.now()
  tabs.onmessage = ({ data }: MessageEvent<DeskEvent>) => hear(data)

  function hear(event: DeskEvent) {
    quietSince = Date.now()
    onSilence(false)
    onEvent(event)
  }

  function tell(event: DeskEvent) {
    tabs.postMessage(event)
    hear(event)
  }

  function open() {
    source?.close()
    source = new EventSource('/api/events')
    source.onopen = () => tell('connected')
    for (const event of ['alive', 'changed', 'session-ended'] as const)
      source.addEventListener(event, () => tell(event))
    source.onerror = () => isRefused() && onEvent('session-ended')
  }

  /** After a broken connection the browser tries again, but not after a refusal, perhaps for want of a session. */
  function isRefused() {
    return source?.readyState === EventSource.CLOSED
  }

  /** Holds the stream for all tabs, from when this tab gets the lock until it is stopped or another takes the lock. */
  async function lead(options: LockOptions) {
    const untilStopped = () =>
      new Promise<void>((resolve) => {
        if (stopped.signal.aborted) return resolve()
        open()
        stopped.signal.addEventListener('abort', () => resolve())
      })
    await navigator.locks.request(NAME, options, untilStopped).catch(() => {})
    if (stopped.signal.aborted) return
    source?.close()
    source = undefined
    // A tab that took the lock is waiting for it still.
    if (!options.steal) void lead(options)
  }

  const check = setInterval(() => {
    const isSilent = Date.now() - quietSince >= SILENCE_MS
    if (isSilent) {
      quietSince = Date.now()
      onSilence(true)
    }
    if (isRefused() || (isSilent && source)) open()
    else if (isSilent && document.visibilityState === 'visible') void lead({ steal: true })
  }, CHECK_MS)

  // Without Web Locks, which browsers offer only over https, each tab holds a stream of its own.
  if (navigator.locks) void lead({ signal: stopped.signal })
  else open()
  return () => {
    clearInterval(check)
    stopped.abort()
    source?.close()
    tabs.close()
  }
}
