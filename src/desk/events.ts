/** The browser's other tabs, and the lock of the one that holds the stream. */
const NAME = 'desk-events'

/** After this time without events the connection counts as broken. Source: desk, section 9. */
const SILENCE_MS = 45_000

const CHECK_MS = 5_000
const REOPEN_MS = 5_000

/**
 * What the page learns. `connected`: the stream was opened, and events may have been missed before. `refused`: it was
 * refused, perhaps because the session has ended.
 */
export type DeskEvent = 'connected' | 'alive' | 'changed' | 'session-ended' | 'refused'

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
export function listenToEvents({ onEvent, onSilence }: Listeners): () => void {
  const stopped = new AbortController()
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
      // After a broken connection the browser tries again, but not after a refusal.
      if (opened.readyState !== EventSource.CLOSED) return
      onEvent('refused')
      reopening = setTimeout(open, REOPEN_MS)
    }
  }

  function close() {
    clearTimeout(reopening)
    source?.close()
    source = undefined
  }

  /** Without Web Locks, which browsers offer only over https, each tab holds a stream of its own. */
  async function lead(options: LockOptions) {
    if (!navigator.locks) return open()
    const untilStopped = () =>
      new Promise<void>((resolve) => {
        if (stopped.signal.aborted) return resolve()
        open()
        stopped.signal.addEventListener('abort', () => resolve())
      })
    await navigator.locks.request(NAME, options, untilStopped).catch(() => {})
    close()
    // Another tab has taken the lock over: this one waits for it again.
    if (!stopped.signal.aborted) await lead({ signal: stopped.signal })
  }

  const check = setInterval(() => {
    if (Date.now() - quietSince < SILENCE_MS) return
    quietSince = Date.now()
    onSilence(true)
    if (source || !navigator.locks) open()
    else if (document.visibilityState === 'visible') void lead({ steal: true })
  }, CHECK_MS)

  void lead({ signal: stopped.signal })
  return () => {
    clearInterval(check)
    stopped.abort()
    close()
    tabs.close()
  }
}
