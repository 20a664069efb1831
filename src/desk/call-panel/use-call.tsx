import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CallbackRow, CalledRow } from '../../callback-request/calling/callback-row.ts'
import type { Person } from '../../callback-request/calling/person.ts'
import { isSettled } from '../../callback-request/statuses.ts'
import { CallFailed, newKey, send } from '../api.ts'
import { callNoteOf, newNoteOf, setDraft, useDraft, useQuestionBeforeUnload } from '../drafts.ts'
import { PERSON_KEY } from '../person/person-query.ts'
import { useMe } from '../session.ts'
import { focusCallback } from '../worklist/callback-heading.tsx'
import { WORKLIST_KEY } from '../worklist/worklist-query.ts'
import {
  type CallReport,
  type CallReportAnswer,
  isNoteStored,
  keepOpenCall,
  keptOpenCall,
  type OpenCall,
  type Saved,
} from './open-call.ts'
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

/**
 * Calling one person at a time: holds the callback, saves what came of the call, and can undo it. More than 300
 * lines in one file, because each step reads and changes the same open call.
 */
function useCall() {
  const queryClient = useQueryClient()
  const { name: ownName, clockOffset } = useMe()
  const [called, setCalled] = useState<OpenCall>()
  /** Asked before a call: its chosen time has not begun, or the call with another person is open. */
  const [question, setQuestion] = useState<{ because: 'early' | 'other'; row: CallbackRow }>()
  const [saved, setSaved] = useState<Saved>()
  /** With whom something else was done last, and what. */
  const [done, setDone] = useState<{ name: string; what: string }>()
  const [note, setNote] = useDraft(called ? callNoteOf(called.id) : '')
  /** The result that was tried last in this call, and its key. */
  const attempt = useRef({ tried: '', key: '' })
  /** The list that has shown the callback as held since the server last granted the hold. */
  const shownIn = useRef<string>(undefined)
  /** Tried once: a later try would open a call in the midst of something else. */
  const hasReopened = useRef(false)

  const isNoteTyped = called !== undefined && note.trim() !== ''
  useQuestionBeforeUnload(isNoteTyped)

  const { attemptTo, failure, isBusy, isPending, dropFailure, dropRefusal } = useAttempts(({ status, code }, about) => {
    if (!about && called && status === 404) {
      flushSync(() => forget(called.id))
      focusCallback(undefined)
    } else if (!about && called) show({ ...called, claim: null, isClosed: code === 'closed' })
    void refetch()
  })

  const path = (id: string) => `/api/callbacks/${encodeURIComponent(id)}`
  const refetch = () => Promise.all(LISTS.map((queryKey) => queryClient.invalidateQueries({ queryKey })))

  function show(row: OpenCall | undefined) {
    setCalled(row)
    keepOpenCall(row)
  }

  /** @returns the link that dials the number of the open call, which has the focus then */
  function focusNumber({ id }: CallbackRow): HTMLElement | null {
    const number = document.getElementById(callControlOf(id))
    number?.focus()
    return number
  }

  function open(row: CalledRow) {
    attempt.current = { tried: '', key: '' }
    flushSync(() => {
      show(row)
      setSaved(undefined)
      setDone(undefined)
    })
    return focusNumber(row)
  }

  /** Whoever begins another call while one is open has been asked: the other one is released. */
  async function claim(row: CallbackRow, body: { early?: true } = {}) {
    const held = await send<CalledRow>('POST', `${path(row.id)}/claim`, { ...body, instead: true })
    shownIn.current = undefined
    return held
  }

  function call(row: CallbackRow) {
    if (isPending.current) return
    const isAnotherOpen = called && called.id !== row.id && (isNoteTyped || !called.isClosed)
    if (isAnotherOpen) setQuestion({ because: 'other', row })
    else void begin(row)
  }

  function begin(row: CallbackRow, body?: { early: true }) {
    setQuestion(undefined)
    return attemptTo(async () => {
      try {
        const number = open(await claim(row, body))
        if (isTelephone()) number?.click()
      } catch (error) {
        if (!(error instanceof CallFailed && error.code === 'not-due')) throw error
        setQuestion({ because: 'early', row })
      }
    }, row)
  }

  /** The answer to the question is yes. */
  async function callAnyway() {
    if (question) await begin(question.row, question.because === 'early' ? { early: true } : undefined)
  }

  /**
   * Follows what the page shows. After a reload, it opens this tab's own call again. During a call it notices who holds
   * the callback instead, that the person has asked again, and that the callback was settled elsewhere or erased. What was
   * read before the hold says nothing: so this belongs into the query's component, which fetches again by then.
   *
   * @param list of whom these are the rows: who is no longer in the same list may have been settled
   */
  function follow(rows: readonly CallbackRow[], list: string) {
    if (isPending.current || LISTS.some((queryKey) => queryClient.isFetching({ queryKey }))) return
    const kept = called?.id ?? keptOpenCall()
    const row = rows.find(({ id }) => id === kept)
    if (called) followCall(called, row, list)
    else if (row?.claim?.mine && !hasReopened.current) {
      hasReopened.current = true
      void attemptTo(async () => void open(await claim(row, { early: true })), row)
    }
  }

  function followCall(call: OpenCall, row: CallbackRow | undefined, list: string) {
    const now = new Date(Date.now() + clockOffset).toISOString()
    const before = shownIn.current
    const holder = row?.claim
    if (holder) shownIn.current = list
    // A colleague's hold that is over may have been read before one's own.
    if (holder && !holder.mine && holder.until > now && holder.until !== call.claim?.until)
      return show({ ...call, claim: holder })
    const isHeld = call.claim && call.claim.until > now
    // A save that failed may have arrived: tried again, it says so.
    if (!isHeld || before === undefined || failure || call.isWithdrawn) return
    const hasAskedAgain = row && row.asked > call.asked && holder?.mine
    if (row ? isSettled(row.status) || hasAskedAgain : before === list) attemptWith(renew)
    else if (row && !holder) show({ ...call, claim: null })
  }

  /** Attempts something with the open call. */
  function attemptWith(work: (call: OpenCall) => Promise<void>) {
    if (called) void attemptTo(() => work(called))
  }

  /**
   * Asks the server for what has become of the callback, and holds it for another 15 minutes. Whoever calls already has
   * decided whether that is early.
   */
  async function renew(call: OpenCall) {
    const held = await claim(call, { early: true }).catch(async (error) => {
      if (error instanceof CallFailed && error.code === 'closed' && (await isWithdrawn(call))) return undefined
      throw error
    })
    if (!held) return show({ ...call, isWithdrawn: true })
    flushSync(() => show({ ...held, hasAskedAgain: call.hasAskedAgain || held.asked > call.asked }))
  }

  async function isWithdrawn({ references, id }: OpenCall) {
    const { callback } = await send<Person>('GET', `/api/requests/${references[0] ?? id}`)
    return callback?.status === 'withdrawn'
  }

  function holdAgain() {
    attemptWith(async (call) => {
      await renew(call)
      // The button that had the focus is gone.
      focusNumber(call)
      void refetch()
    })
  }

  function report(given: CallReport) {
    attemptWith(async (call) => {
      const body = isNoteStored(call, given.note) ? { ...given, note: '' } : given
      // An unchanged second try has the same key, so that a call whose answer was lost is saved once.
      const tried = JSON.stringify(body)
      if (attempt.current.tried !== tried) attempt.current = { tried, key: newKey() }
      const answer = await send<CallReportAnswer>('POST', `${path(call.id)}/outcomes`, body, {
        key: attempt.current.key,
      })
      await refetch()
      flushSync(() => {
        setNote('')
        setSaved({ ...given, ...answer })
        setDone(undefined)
        show(undefined)
      })
      focusCallback(answer.next?.id)
    })
  }

  function stop() {
    attemptWith(async (call) => {
      await letGo(call)
      if (call.isClosed) setNote('')
      flushSync(() => show(undefined))
      focusCallback(call.id)
    })
  }

  /** Saves the note alone: the result of the call was saved elsewhere. */
  function saveNote() {
    attemptWith(async (call) => {
      const { at } = await send<{ at: string }>('POST', `${path(call.id)}/notes`, { text: note })
      const notes = [{ at, text: note, by: ownName }, ...call.context.notes]
      flushSync(() => {
        show({ ...call, context: { ...call.context, notes } })
        setNote('')
      })
      focusNumber(call)
    })
  }

  /** Lets go of the open call because its person leaves. The note stays typed. @throws CallFailed */
  async function leave() {
    if (!called) return
    await letGo(called)
    show(undefined)
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
      open(await claim(row, { early: true }))
    }, saved.callback)
  }

  /** Drops the Undo of a callback that has changed since. */
  function dropSaved(id: string) {
    if (saved?.callback.id === id) setSaved(undefined)
  }

  /** Ends what belongs to a callback that was erased. */
  function forget(id: string) {
    if (called?.id === id) show(undefined)
    dropSaved(id)
    setDone(undefined)
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
    report,
    stop,
    leave,
    saveNote,
    release,
    undo,
    closeSaved: () => setSaved(undefined),
    done,
    dropSaved,
    tell: (name: string, what: string) => setDone({ name, what }),
    closeDone: () => setDone(undefined),
    forget,
  }
}
