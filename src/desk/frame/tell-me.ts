import { useEffect, useRef, useState } from 'react'
import type { CallbackRow } from '../../callback-request/calling/callback-row.ts'
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
  /** Who was due, each with the beginning of the window; and when the list was read, if it has more rows. */
  const known = useRef<{ due: ReadonlySet<string>; cutAt: string | undefined }>(undefined)

  useEffect(() => {
    if (!everybody) return
    const { rows, next } = everybody.buckets.due
    const { due = new Set<string>(), cutAt = '' } = known.current ?? {}
    const tagOf = ({ id, due_from }: CallbackRow) => `due ${id} ${due_from}`
    // A row that moves up from the rest of a long list has been due for longer.
    const added = rows.filter((row) => !due.has(tagOf(row)) && row.due_from > cutAt)
    if (known.current) for (const row of added) tell('Somebody is due for a call', tagOf(row))
    known.current = { due: new Set([...due, ...rows.map(tagOf)]), cutAt: next === null ? undefined : everybody.now }
  }, [everybody])

  useEffect(() => {
    if (hasHoldEnded) tell('Your hold of a callback has ended', `hold ${Date.now()}`)
  }, [hasHoldEnded])

  return hasHoldEnded
}
