import { hashKey, type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { byItself } from './api.ts'
import { FIND_KEY } from './find/find-search.ts'
import { meQuery } from './session.ts'

/** The browser's other tabs, and the lock of the one that holds the stream. */
const NAME = 'desk-events'

/** After this time without events the connection counts as broken. Source: desk, section 9. */
const SILENCE_MS = 45_000

const CHECK_MS = 5_000
const REOPEN_MS = 5_000

/** What the page learns. `connected`: the stream was opened, and events may have been missed before. */
type DeskEvent = 'connected' | 'alive' | 'changed' | 'session-ended'

/** Fetches again what the events tell. */
export function useEvents(): { isSilent: boolean } {
  const queryClient = useQueryClient()
  const [isSilent, setIsSilent] = useState(false)

  useEffect(() => {
    function onEvent(event: DeskEvent) {
      if (event === 'connected' || event === 'changed') {
        // Who is signed in has events of its own. The audit log says of each search that somebody has made it.
        const predicate = ({ queryHash, queryKey: [first] }: Query) =>
          first !== FIND_KEY && (event === 'connected' || queryHash !== hashKey(meQuery.queryKey))
        void byItself(() => queryClient.invalidateQueries({ predicate }))
      } else if (event !== 'alive') {
        // Whether somebody is still signed in is the server's to say: without a session, this call leads to the sign-in page.
        void byItself(() => queryClient.refetchQueries(meQuery))
      }
    }

    return listenToEvents({ onEvent, onSilence: setIsSilent })
  }, [queryClient])

  return { isSilent }
}

interface Listeners {
  onEvent: (event: DeskEvent) => void
  onSilence: (isSilent: boolean) => void
}

/**
 * Listens to the server's events. One tab of the browser holds the stream and informs the others: over HTTP/1.1 each
 * stream takes one of six connections. A visible tab that hears nothing takes the stream over, because a telephone may
 * have stopped the tab that holds it.
 *
 * @returns a function that stops it
 */
function listenToEvents({ onEvent, onSilence }: Listeners): () => void {
  const stopped = new AbortController()
  let waiting = new AbortController()
  const tabs = new BroadcastChannel(NAME)
  let source: EventSource | undefined
  let reopening: number | undefined
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
    close()
    const opened = new EventSource('/api/events')
    source = opened
    opened.onopen = () => tell('connected')
    for (const event of ['alive', 'changed', 'session-ended'] as const)
      opened.addEventListener(event, () => tell(event))
    opened.onerror = () => {
      // After a broken connection the browser tries again, but not after a refusal, perhaps for want of a session.
      if (opened.readyState !== EventSource.CLOSED) return
      onEvent('session-ended')
      reopening = setTimeout(open, REOPEN_MS)
    }
  }

  function close() {
    clearTimeout(reopening)
    source?.close()
    source = undefined
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
    const isObsolete = stopped.signal.aborted || options.signal?.aborted
    if (isObsolete) return
    close()
    waitToLead()
  }

  function waitToLead() {
    waiting = new AbortController()
    void lead({ signal: waiting.signal })
  }

  function takeOver() {
    waiting.abort()
    void lead({ steal: true })
  }

  const check = setInterval(() => {
    if (Date.now() - quietSince < SILENCE_MS) return
    quietSince = Date.now()
    onSilence(true)
    if (source || !navigator.locks) open()
    else if (document.visibilityState === 'visible') takeOver()
  }, CHECK_MS)

  // Without Web Locks, which browsers offer only over https, each tab holds a stream of its own.
  if (navigator.locks) waitToLead()
  else open()
  return () => {
    clearInterval(check)
    stopped.abort()
    waiting.abort()
    close()
    tabs.close()
  }
}
