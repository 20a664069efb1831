import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import type { CallbackRow, CalledRow } from '../../callback-request/calling/callback-row.ts'
import { isSettled } from '../../callback-request/statuses.ts'
import { CallFailed, newKey, send } from '../api.ts'
import { callNoteOf, newNoteOf, setDraft, undoneNoteOf, useDraft, useQuestionBeforeUnload } from '../drafts.ts'
import { PERSON_KEY } from '../person/person-query.ts'
import { useMe } from '../session.ts'
import { focusCallback } from '../worklist/callback-heading.tsx'
import { WORKLIST_KEY } from '../worklist/worklist-query.ts'
import { explainCallRefusal } from './call-words.ts'
import { isOpenCallKept, keepOpenCall, type OpenCall, type Report, type ReportAnswer, type Saved } from './open-call.ts'
import { isTelephone } from './phone-number.tsx'
import { useAttempts } from './use-attempts.ts'

/** The id of the button that begins the call of a callback, and during the call of the link that dials its number. */
export function callControlOf(id: string): string {
  return `call-${id}`
}

/** What shows who holds a callback. */
const LISTS = [WORKLIST_KEY, PERSON_KEY]

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
  const { name: ownName, time_zone: timeZone, clockOffset } = useMe()
  const [called, setCalled] = useState<OpenCall>()
  /** Asked before a call: its chosen time has not begun, or the call with another person is open. */
  const [question, setQuestion] = useState<{ because: 'early' | 'other'; row: CallbackRow }>()
  const [saved, setSaved] = useState<Saved>()
  /** With whom something else was done last, and what. */
  const [done, setDone] = useState<{ name: string; what: string }>()
  const [note, setNote] = useDraft(called ? callNoteOf(called.id) : '')
  const [undoneNote, setUndoneNote] = useDraft(called ? undoneNoteOf(called.id) : '')
  const attempt = useRef({ tried: '', key: '' })
  /** Counts the calls: holding one again does not begin another. */
  const callNumber = useRef(0)
  /** The callback that the page has shown as one's own since it was held. */
  const listed = useRef<{ id: string; list: string | undefined }>(undefined)
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
  useQuestionBeforeUnload(isNoteTyped)

  useEffect(() => {
    if (called || callNumber.current > 0) keepOpenCall(called)
  }, [called])

  const { attemptTo, failure, isBusy, isPending, dropFailure, dropRefusal } = useAttempts(({ status, code }, about) => {
    if (!about && called && status === 404) {
      forget(called.id)
      setFocusOn({ heading: undefined })
    } else if (!about) setCalled(called && { ...called, claim: null, isClosed: code === 'closed' })
    void refetch()
  })

  const path = (id: string) => `/api/callbacks/${encodeURIComponent(id)}`
  const refetch = () => Promise.all(LISTS.map((queryKey) => queryClient.invalidateQueries({ queryKey })))

  function open(row: CalledRow, dials: boolean) {
    callNumber.current++
    listed.current = undefined
    setCalled(row)
    setSaved(undefined)
    setDone(undefined)
    setQuestion(undefined)
    setFocusOn({ panel: row.id, dials })
  }

  function claim(row: CallbackRow, body: { early?: true } = {}) {
    return send<CalledRow>('POST', `${path(row.id)}/claim`, body)
  }

  async function begin(row: CallbackRow, body?: { early: true }) {
    open(await claim(row, body), isTelephone())
    dropFailure()
  }

  function call(row: CallbackRow) {
    if (isPending.current) return
    if (called && called.id !== row.id && (isNoteTyped || !called.isClosed))
      return setQuestion({ because: 'other', row })
    void callNow(row)
  }

  function callNow(row: CallbackRow) {
    return attemptTo(async () => {
      try {
        await begin(row)
      } catch (error) {
        if (!(error instanceof CallFailed && error.code === 'not-due')) throw error
        setQuestion({ because: 'early', row })
      }
    }, row)
  }

  /** The answer to the question is yes. */
  async function callAnyway() {
    if (question?.because === 'early') return begin(question.row, { early: true })
    setQuestion(undefined)
    if (question) await callNow(question.row)
  }

  /**
   * Follows what the page shows. After a reload, it opens this tab's own call again: once a call has begun here, what is
   * held belongs to it. During a call it notices who holds the callback instead, that the person has asked again, and that
   * the callback was settled elsewhere or erased. What was read before the hold says nothing: so this belongs into the
   * query's component, which fetches again by then.
   *
   * @param list of whom these are the rows: who is no longer in the same list may have been settled
   */
  function follow(rows: readonly CallbackRow[], list?: string) {
    const own = rows.find(({ id, claim }) => (called ? id === called.id : claim?.mine))
    if (!(own || list) || isPending.current || LISTS.some((queryKey) => queryClient.isFetching({ queryKey }))) return
    if (called) {
      const before = listed.current?.id === called.id ? listed.current : undefined
      const holder = own?.claim
      listed.current = holder ? { id: called.id, list } : undefined
      const now = new Date(Date.now() + clockOffset).toISOString()
      const isHeld = called.claim && called.claim.until > now
      // A colleague's hold that is over may have been read before one's own.
      const isAnothers = holder && !holder.mine && holder.until > now
      if (isAnothers && holder.until !== called.claim?.until) setCalled({ ...called, claim: holder })
      // A save that failed may have arrived: tried again, it says so.
      if (!isHeld || !before || failure) return
      if (own && holder?.mine) return own.asked > called.asked ? renew(true) : undefined
      if (own ? isSettled(own.status) : before.list === list) renew(called.hasAskedAgain)
      else if (own && !holder) setCalled({ ...called, claim: null })
    } else if (callNumber.current === 0 && own && isOpenCallKept(own)) {
      callNumber.current++
      void attemptTo(async () => open(await claim(own, { early: true }), false), own)
    }
  }

  /** Asks the server for what has become of the callback, and goes on holding it. */
  function renew(hasAskedAgain: boolean | undefined) {
    if (called) void attemptTo(async () => setCalled({ ...(await claim(called, { early: true })), hasAskedAgain }))
  }

  /** Holds the callback for another 15 minutes. Whoever calls already has decided whether that is early. */
  function holdAgain() {
    if (!called) return
    void attemptTo(async () => {
      setCalled(await claim(called, { early: true }))
      // The button that had the focus is gone.
      setFocusOn({ panel: called.id, dials: false })
      void refetch()
    })
  }

  function report(given: Report) {
    if (!called) return
    void attemptTo(async () => {
      const { note: text, ...details } = given
      const isStored = undoneNote.trim() === text.trim()
      const body = { ...details, ...(text.trim() !== '' && !isStored && { note: text }) }
      // An unchanged second try has the same key, so that a call whose answer was lost is saved once.
      const tried = JSON.stringify([called.id, callNumber.current, body])
      if (attempt.current.tried !== tried) attempt.current = { tried, key: newKey() }
      const answer = await send<ReportAnswer>('POST', `${path(called.id)}/outcomes`, body, attempt.current.key)
      setUndoneNote('')
      await refetch()
      setNote('')
      setSaved({ ...given, ...answer })
      setDone(undefined)
      setCalled(undefined)
      setFocusOn({ heading: answer.next?.id })
    })
  }

  function stop() {
    if (!called) return
    void attemptTo(async () => {
      await letGo(called)
      if (called.isClosed) setNote('')
      setCalled(undefined)
      setFocusOn({ heading: called.id })
    })
  }

  /** Saves the note alone: the result of the call was saved elsewhere. */
  function saveNote() {
    if (!called) return
    void attemptTo(async () => {
      const { at } = await send<{ at: string }>('POST', `${path(called.id)}/notes`, { text: note })
      const notes = [{ at, text: note, by: ownName }, ...called.context.notes]
      setCalled({ ...called, context: { ...called.context, notes } })
      setNote('')
      setFocusOn({ panel: called.id, dials: false })
    })
  }

  /** Lets go of the open call because its person leaves. The note stays typed. @throws CallFailed */
  async function leave() {
    if (!called) return
    await letGo(called)
    setCalled(undefined)
  }

  /** Ends the hold of a callback: one's own, and for managers anybody's. */
  function release(row: CallbackRow) {
    void attemptTo(() => letGo(row), row)
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
      const row = await send<CallbackRow>('POST', `${path(saved.callback.id)}/undo`, { attempt: saved.attempt.id })
      setSaved(undefined)
      setDraft(callNoteOf(row.id), saved.note)
      setDraft(undoneNoteOf(row.id), saved.note)
      open(await claim(row, { early: true }), false)
    }, saved.callback)
  }

  /** Drops the Undo of a callback that has changed since. */
  function dropSaved(id: string) {
    if (saved?.callback.id === id) setSaved(undefined)
  }

  /** Ends what belongs to a callback that was erased. */
  function forget(id: string) {
    if (called?.id === id) setCalled(undefined)
    dropSaved(id)
    setDone(undefined)
    setDraft(undoneNoteOf(id), '')
    setDraft(callNoteOf(id), '')
    setDraft(newNoteOf(id), '')
  }

  return {
    called,
    question,
    failure,
    saved,
    isBusy,
    note,
    setNote,
    isNoteTyped,
    call,
    callAnyway,
    follow,
    holdAgain,
    dropQuestion: () => setQuestion(undefined),
    dropFailure,
    dropRefusal,
    explain: (refusal: CallFailed) => explainCallRefusal(refusal, timeZone),
    report,
    stop,
    leave,
    saveNote,
    release,
    undo,
    closeSaved: () => setSaved(undefined),
    done,
    tell: (name: string, what: string) => setDone({ name, what }),
    dropSaved,
    closeDone: () => setDone(undefined),
    forget,
  }
}
