import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Outcome } from '../../callback-request/calling/outcomes.ts'
import { CallFailed, send } from '../api.ts'
import { setDraft, useDraft } from '../drafts.ts'
import { PERSON_KEY } from '../person/person-query.ts'
import { useMe } from '../session.ts'
import { focusCallback } from '../worklist/callback-heading.tsx'
import { type CallbackRow, type CalledRow, WORKLIST_KEY } from '../worklist/worklist-query.ts'
import { explainCallRefusal, savedInWords } from './call-words.ts'

/** What a coordinator says of a call. */
export interface Report {
  outcome: Outcome
  note: string
  day?: string
  time_slot?: string
}

interface Saved {
  id: string
  words: string
  /** The id of the saved call. */
  attempt: string
  /** UTC, ISO 8601, by the server's clock. */
  undoUntil: string
}

interface ReportAnswer {
  callback: CallbackRow
  attempt: { id: string }
  undo_until: string
  next: { id: string } | null
}

/** The id of the button that begins the call of a callback, and during the call of the link that dials its number. */
export function callControlOf(id: string): string {
  return `call-${id}`
}

/** The draft of a call's note: it survives a call to somebody else in between. */
const callNoteOf = (id: string) => `note of the call ${id}`

/** The draft of a note on a person's page. */
export const newNoteOf = (id: string) => `note on ${id}`

/** Calling one person at a time: holds the callback, saves what came of the call, and can undo it. */
export function useCall() {
  const queryClient = useQueryClient()
  const { time_zone: timeZone, clockOffset } = useMe()
  const [called, setCalled] = useState<CalledRow>()
  /** Asked whether to be called before the chosen time. */
  const [early, setEarly] = useState<CallbackRow>()
  const [failure, setFailure] = useState('')
  const [saved, setSaved] = useState<Saved>()
  const [note, setNote] = useDraft(called ? callNoteOf(called.id) : '')
  const [isBusy, setIsBusy] = useState(false)
  const isPending = useRef(false)
  const attempt = useRef({ body: '', key: '' })
  /** Counts the calls: holding one again does not begin another. */
  const callNumber = useRef(0)
  /** What gets the focus next: the open panel, or a callback's heading when the panel is gone. */
  const [focusOn, setFocusOn] = useState<{ panel: string } | { heading: string | undefined }>()

  useEffect(() => {
    if (!focusOn) return
    if ('panel' in focusOn) document.getElementById(callControlOf(focusOn.panel))?.focus()
    else focusCallback(focusOn.heading)
    setFocusOn(undefined)
  }, [focusOn])

  const path = (id: string) => `/api/callbacks/${encodeURIComponent(id)}`
  const refetch = () =>
    Promise.all([WORKLIST_KEY, PERSON_KEY].map((queryKey) => queryClient.invalidateQueries({ queryKey })))

  function open(row: CalledRow) {
    callNumber.current++
    setCalled(row)
    setSaved(undefined)
    setFocusOn({ panel: row.id })
    void refetch()
  }

  /** One call at a time; what goes wrong is said in plain words. */
  async function attemptTo(work: () => Promise<void>) {
    if (isPending.current) return
    isPending.current = true
    setIsBusy(true)
    setFailure('')
    try {
      await work()
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      setFailure(explainCallRefusal(error, timeZone))
      if (error.status === 409) void refetch()
    } finally {
      isPending.current = false
      setIsBusy(false)
    }
  }

  function claim(row: CallbackRow, body: { early?: true } = {}) {
    return send<CalledRow>('POST', `${path(row.id)}/claim`, body)
  }

  async function begin(row: CallbackRow, body?: { early: true }) {
    open(await claim(row, body))
    setFailure('')
  }

  function call(row: CallbackRow) {
    void attemptTo(async () => {
      try {
        await begin(row)
      } catch (error) {
        if (!(error instanceof CallFailed && error.code === 'not-due')) throw error
        setEarly(row)
      }
    })
  }

  async function callEarly() {
    if (!early) return
    await begin(early, { early: true })
    setEarly(undefined)
  }

  /** Holds the callback for another 15 minutes. Whoever calls already has decided whether that is early. */
  function holdAgain() {
    if (!called) return
    void attemptTo(async () => {
      setCalled(await claim(called, { early: true }))
      void refetch()
    })
  }

  /** An unchanged second try has the same key, so that a call whose answer was lost is saved once. */
  function keyOf(body: string): string {
    if (attempt.current.body !== body) attempt.current = { body, key: newKey() }
    return attempt.current.key
  }

  function report({ note: text, ...details }: Report) {
    if (!called) return
    void attemptTo(async () => {
      const body = { ...details, ...(text.trim() && { note: text }) }
      const key = keyOf(JSON.stringify([called.id, callNumber.current, body]))
      const {
        callback,
        attempt: { id: attemptId },
        undo_until: undoUntil,
        next,
      } = await send<ReportAnswer>('POST', `${path(called.id)}/outcomes`, body, key)
      await refetch()
      setNote('')
      setSaved({
        id: called.id,
        attempt: attemptId,
        words: savedInWords(details.outcome, callback, new Date(Date.now() + clockOffset), timeZone),
        undoUntil,
      })
      setCalled(undefined)
      setFocusOn({ heading: next?.id })
    })
  }

  function stop() {
    if (!called) return
    void attemptTo(async () => {
      try {
        await send('DELETE', `${path(called.id)}/claim`)
      } catch (error) {
        // Somebody else holds it, or it is gone: there is nothing to release.
        if (!(error instanceof CallFailed && [404, 409].includes(error.status))) throw error
      }
      await refetch()
      setCalled(undefined)
      setFocusOn({ heading: called.id })
    })
  }

  function undo() {
    if (!saved) return
    void attemptTo(async () => {
      const row = await send<CallbackRow>('POST', `${path(saved.id)}/undo`, { attempt: saved.attempt })
      setSaved(undefined)
      open(await claim(row, { early: true }))
    })
  }

  /** Ends what belongs to a callback that was erased. */
  function forget(id: string) {
    if (called?.id === id) setCalled(undefined)
    if (saved?.id === id) setSaved(undefined)
    setDraft(callNoteOf(id), '')
    setDraft(newNoteOf(id), '')
  }

  return {
    called,
    early,
    failure,
    saved,
    isBusy,
    note,
    setNote,
    call,
    callEarly,
    holdAgain,
    wait: () => setEarly(undefined),
    explain: (refusal: CallFailed) => explainCallRefusal(refusal, timeZone),
    report,
    stop,
    undo,
    forget,
  }
}

/** Random, also over http, where browsers have no `crypto.randomUUID`. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
