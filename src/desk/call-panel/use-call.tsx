import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import type { Outcome } from '../../callback-request/calling/outcomes.ts'
import { CallFailed, send } from '../api.ts'
import { setDraft, useDraft } from '../drafts.ts'
import { PERSON_KEY } from '../person/person-query.ts'
import { useMe } from '../session.ts'
import { focusCallback } from '../worklist/callback-heading.tsx'
import { type CallbackRow, type CalledRow, WORKLIST_KEY, type Worklist, withRow } from '../worklist/worklist-query.ts'
import { explainCallRefusal } from './call-words.ts'

// More than 300 lines: all steps of a call change one state.

/** What a coordinator says of a call. */
export interface Report {
  outcome: Outcome
  note: string
  day?: string
  time_slot?: string
  time?: string
}

/** What was saved last. Instants are UTC, ISO 8601, by the server's clock. */
interface Saved {
  outcome: Outcome
  note: string
  /** As the outcome left it. */
  callback: CallbackRow
  /** The id of the saved call. */
  attempt: string
  at: string
  undoUntil: string
  /** Who is to be called next. */
  next: CallbackRow | null
}

interface ReportAnswer {
  callback: CallbackRow
  attempt: { id: string; at: string }
  undo_until: string
  next: CallbackRow | null
}

/** The id of the button that begins the call of a callback, and during the call of the link that dials its number. */
export function callControlOf(id: string): string {
  return `call-${id}`
}

/** The draft of a call's note: it survives a call to somebody else in between. */
const callNoteOf = (id: string) => `note of the call ${id}`

/** What came back into that draft by Undo: the server has it already, and stores it once. */
const storedNoteOf = (id: string) => `stored note of the call ${id}`

/** The draft of a note on a person's page. */
export const newNoteOf = (id: string) => `note on ${id}`

type Call = ReturnType<typeof useCall>

const CallContext = createContext<Call | undefined>(undefined)

/** Keeps the current call, with what was typed, while the person goes from page to page. */
export function CallProvider({ children }: { children: ReactNode }) {
  return <CallContext value={useCall()}>{children}</CallContext>
}

/** The current call. @throws outside a `CallProvider` */
export function useCurrentCall(): Call {
  const call = useContext(CallContext)
  if (!call) throw new Error('There is no call here.')
  return call
}

/** Calling one person at a time: holds the callback, saves what came of the call, and can undo it. */
function useCall() {
  const queryClient = useQueryClient()
  const { time_zone: timeZone } = useMe()
  const [called, setCalled] = useState<CalledRow>()
  /** Asked whether to be called before the chosen time. */
  const [early, setEarly] = useState<CallbackRow>()
  /** Asked whether to be called instead of the person whose call is open. */
  const [other, setOther] = useState<CallbackRow>()
  const [failure, setFailure] = useState('')
  const [saved, setSaved] = useState<Saved>()
  const [note, setNote] = useDraft(called ? callNoteOf(called.id) : '')
  const [storedNote, setStoredNote] = useDraft(called ? storedNoteOf(called.id) : '')
  const [isBusy, setIsBusy] = useState(false)
  const isPending = useRef(false)
  const attempt = useRef({ body: '', key: '' })
  /** Counts the calls: holding one again does not begin another. */
  const callNumber = useRef(0)
  const hasBegun = useRef(false)
  /** What gets the focus next: the open panel, or a callback's heading when the panel is gone. */
  const [focusOn, setFocusOn] = useState<{ panel: string; dials: boolean } | { heading: string | undefined }>()

  useEffect(() => {
    if (!focusOn) return
    if ('panel' in focusOn) {
      const number = document.getElementById(callControlOf(focusOn.panel))
      number?.focus()
      if (focusOn.dials) number?.click()
    } else focusCallback(focusOn.heading)
    setFocusOn(undefined)
  }, [focusOn])

  const isNoteTyped = called !== undefined && note.trim() !== ''
  useEffect(() => {
    if (!isNoteTyped) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isNoteTyped])

  const path = (id: string) => `/api/callbacks/${encodeURIComponent(id)}`
  const refetch = () =>
    Promise.all([WORKLIST_KEY, PERSON_KEY].map((queryKey) => queryClient.invalidateQueries({ queryKey })))

  function open(row: CalledRow, dials: boolean) {
    hasBegun.current = true
    callNumber.current++
    setCalled(row)
    setSaved(undefined)
    setFocusOn({ panel: row.id, dials })
    queryClient.setQueriesData<Worklist>({ queryKey: WORKLIST_KEY }, (list) => list && withRow(list, row))
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
    open(await claim(row, body), isTelephone())
    setFailure('')
  }

  function call(row: CallbackRow) {
    if (called && called.id !== row.id) return setOther(row)
    void callNow(row)
  }

  function callNow(row: CallbackRow) {
    return attemptTo(async () => {
      try {
        await begin(row)
      } catch (error) {
        if (!(error instanceof CallFailed && error.code === 'not-due')) throw error
        setEarly(row)
      }
    })
  }

  async function callOther() {
    if (!other) return
    setOther(undefined)
    await callNow(other)
  }

  async function callEarly() {
    if (!early) return
    await begin(early, { early: true })
    setEarly(undefined)
  }

  /** After a reload, opens one's own call again. Once a call has begun here, what is held belongs to it. */
  function resume(rows: readonly CallbackRow[]) {
    const own = rows.find((row) => row.claim?.mine)
    if (!own || hasBegun.current || isPending.current) return
    hasBegun.current = true
    void attemptTo(async () => open(await claim(own, { early: true }), false))
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
      const isNew = text.trim() !== '' && text.trim() !== storedNote.trim()
      const body = { ...details, ...(isNew && { note: text }) }
      const key = keyOf(JSON.stringify([called.id, callNumber.current, body]))
      const answer = await send<ReportAnswer>('POST', `${path(called.id)}/outcomes`, body, key)
      await refetch()
      setNote('')
      setStoredNote('')
      setSaved({
        outcome: details.outcome,
        note: text,
        callback: answer.callback,
        attempt: answer.attempt.id,
        at: answer.attempt.at,
        undoUntil: answer.undo_until,
        next: answer.next,
      })
      setCalled(undefined)
      setFocusOn({ heading: answer.next?.id })
    })
  }

  function stop() {
    if (!called) return
    void attemptTo(async () => {
      await letGo(called)
      setCalled(undefined)
      setFocusOn({ heading: called.id })
    })
  }

  /** Ends the hold of a callback: one's own, and for managers anybody's. */
  function release(row: CallbackRow) {
    void attemptTo(() => letGo(row))
  }

  async function letGo(row: CallbackRow) {
    try {
      await send('DELETE', `${path(row.id)}/claim`)
    } catch (error) {
      // Somebody else holds it, or it is gone: there is nothing to release.
      if (!(error instanceof CallFailed && [404, 409].includes(error.status))) throw error
    }
    await refetch()
  }

  function undo() {
    if (!saved) return
    void attemptTo(async () => {
      const row = await send<CallbackRow>('POST', `${path(saved.callback.id)}/undo`, { attempt: saved.attempt })
      setSaved(undefined)
      setDraft(callNoteOf(row.id), saved.note)
      setDraft(storedNoteOf(row.id), saved.note)
      open(await claim(row, { early: true }), false)
    })
  }

  /** Ends what belongs to a callback that was erased. */
  function forget(id: string) {
    if (called?.id === id) setCalled(undefined)
    if (saved?.callback.id === id) setSaved(undefined)
    setDraft(callNoteOf(id), '')
    setDraft(storedNoteOf(id), '')
    setDraft(newNoteOf(id), '')
  }

  return {
    called,
    early,
    other,
    failure,
    saved,
    isBusy,
    note,
    setNote,
    call,
    callEarly,
    callOther,
    resume,
    holdAgain,
    wait: () => setEarly(undefined),
    goOn: () => setOther(undefined),
    explain: (refusal: CallFailed) => explainCallRefusal(refusal, timeZone),
    report,
    stop,
    release,
    undo,
    closeSaved: () => setSaved(undefined),
    forget,
  }
}

/** Whether this is a device that can be expected to call: one that is used by touch. */
function isTelephone(): boolean {
  return matchMedia('(hover: none) and (pointer: coarse)').matches
}

/** Random, also over http, where browsers have no `crypto.randomUUID`. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
