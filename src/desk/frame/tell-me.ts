import { useEffect, useRef, useState } from 'react'
import { useKnownCall } from '../call/use-call.tsx'
import type { Worklist } from '../worklist/worklist-query.ts'

const STORED = 'desk-tell-me'

/** Whether this browser can tell: some on telephones have the name but only service workers may use it. */
function canTell(): boolean {
  if (!('Notification' in window)) return false
  if (Notification.permission !== 'default') return Notification.permission === 'granted'
  try {
    // Without permission it shows nothing.
    new Notification('')
    return true
  } catch {
    return false
  }
}

/** The choice to be told by the browser when somebody is due. */
export function useTellMe() {
  const [isOffered] = useState(canTell)
  const [isOn, setIsOn] = useState(() => localStorage.getItem(STORED) === 'on')

  async function toggle() {
    const isWanted = !isOn && (await Notification.requestPermission()) === 'granted'
    if (isWanted) localStorage.setItem(STORED, 'on')
    else localStorage.removeItem(STORED)
    setIsOn(isWanted)
  }

  return { isOffered, isOn, toggle: () => void toggle() }
}

/** Several tabs that tell of the same thing have one tag: it is shown once. No name: it may be seen on a locked screen. */
function tell(text: string, tag: string) {
  if (localStorage.getItem(STORED) !== 'on') return
  try {
    new Notification(text, { tag }).onclick = () => window.focus()
  } catch {
    // The browser has changed its mind. The page says the same.
  }
}

/**
 * Tells of each callback that becomes due, once, and of the end of the open call's hold, by time or by somebody else.
 *
 * @returns whether that has ended
 */
export function useNotices(everybody: Worklist | undefined): boolean {
  const call = useKnownCall()
  const hasHoldEnded = call !== undefined && ['over', 'released', 'colleagues'].includes(call.hold.is)
  /** By callback and the beginning of its window: later it may be due again. */
  const known = useRef<ReadonlySet<string>>(undefined)

  useEffect(() => {
    if (!everybody) return
    const due = everybody.buckets.due.rows.map(({ id, due_from }) => `due ${id} ${due_from}`)
    const before = known.current
    known.current = new Set([...(before ?? []), ...due])
    if (before) for (const one of due) if (!before.has(one)) tell('Somebody is due for a call', one)
  }, [everybody])

  useEffect(() => {
    if (hasHoldEnded) tell('Your hold of a callback has ended', `hold ${Date.now()}`)
  }, [hasHoldEnded])

  return hasHoldEnded
}
