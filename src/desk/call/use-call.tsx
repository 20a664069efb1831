import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useReducer, useRef } from 'react'
import type { CallbackRow, CalledRow } from '../../callback-request/calling/callback-row.ts'
import type { Outcome } from '../../callback-request/calling/outcomes.ts'
import { isSettled } from '../../callback-request/statuses.ts'
import { useWindowEvent } from '../../ui/use-document-event.ts'
import { useInterval } from '../../ui/use-interval.ts'
import { byItself, CallFailed, get, send } from '../api.ts'
import { callNoteOf, draftOf, isCallNoteTyped, newNoteOf, setDraft } from '../drafts.ts'
import { useClock } from '../parts/clock.tsx'
import { useChange, useIdempotencyKey } from '../parts/use-change.tsx'
import { serverTime } from '../server-clock.ts'
import { CALLBACK_KEY, CHANGED_BY_CALLS, callbackQuery, pathOf, type ReadCallback } from './call-query.ts'
import {
  type CallEvent,
  type CallReport,
  type CallReportAnswer,
  type ClaimBody,
  type Doing,
  FREE,
  holdOf,
  isHeld,
  nextState,
  type Refusal,
  type Whom,
} from './call-state.ts'
import { dial, isTelephone } from './phone-number.tsx'

/** Where this tab keeps whose call is open, so that a reload opens it again, and no other tab of the browser does. */
const KEPT = 'open-call'

/** How often a hold is prolonged, and how long after the last key or press. Source: desk, section 10. */
const PROLONG_EVERY_MS = 5 * 60_000
const PROLONG_UNTIL_MS = 45 * 60_000

/** While the server is not available, an open call is asked for so often after a reload. */
const REOPEN_EVERY_MS = 2_000

/** Something that is done with a call, and what its answer means. */
interface Work extends Pick<Refusal, 'doing'>, Partial<Pick<Refusal, 'about' | 'outcome'>> {
  send: () => Promise<CallEvent>
}

type Call = ReturnType<typeof useCall>

const CallContext = createContext<Call | undefined>(undefined)

/** Keeps the current call while the person goes from page to page. */
export function CallProvider({ children }: { children: ReactNode }) {
  return <CallContext value={useCall()}>{children}</CallContext>
}

/** The current call. @throws outside a `CallProvider` */
export function useCurrentCall(): Call {
  const call = useContext(CallContext)
  if (!call) throw new Error('There is no call here.')
  return call
}

export type KnownCall = NonNullable<ReturnType<typeof useKnownCall>>

/** What the server knows of the open call, and how its hold is. Events fetch it again. */
export function useKnownCall() {
  const { now } = useClock()
  const { open } = useCurrentCall()
  const { data, error } = useQuery({ ...callbackQuery(open?.row.id ?? ''), enabled: open !== undefined })
  if (!open) return undefined
  const row = data?.callback ?? open.row
  return { row, context: data?.context, hold: holdOf(open, isErased(error) ? 'erased' : row, now) }
}

const isErased = (error: unknown) => error instanceof CallFailed && error.status === 404

/**
 * Calling one person at a time: holds the callback, saves what came of the call, and can undo it. Each step is a call to
 * the server, and the event that its answer means.
 */
function useCall() {
  const queryClient = useQueryClient()
  const [state, dispatch] = useReducer(nextState, FREE)
  const idempotencyKeyOf = useIdempotencyKey()
  const open = state.open?.row
  const change = useChange({
    group: 'call',
    send: (work: Work) => work.send(),
    refetches: CHANGED_BY_CALLS,
    began: ({ doing }) => dispatch({ type: 'began', doing }),
    done: dispatch,
    refused: (failure, { doing, about, outcome }) =>
      dispatch({ type: 'refused', refusal: { doing, failure, about, outcome } }),
  })
  /** When its person was last at work with the open call. */
  const touched = useRef(0)
  /** Holds the open callback for another 15 minutes, if the hold has not ended. It begins no call. */
  const prolonging = useChange({
    send: async (id: string): Promise<CallEvent> => ({ type: 'held', row: await claim(id, { prolong: true }, true) }),
    done: dispatch,
    refused: () => void byItself(() => queryClient.invalidateQueries({ queryKey: CALLBACK_KEY })),
  })

  // The browser asks before the page is left.
  useWindowEvent('beforeunload', (event) => {
    if (open && isCallNoteTyped(open.id)) event.preventDefault()
  })

  useEffect(() => {
    if (!open) return
    sessionStorage.setItem(KEPT, open.id)
    touched.current = Date.now()
  }, [open])

  const prolongIfTouched = () => {
    if (open && Date.now() - touched.current < PROLONG_UNTIL_MS) void prolonging.run(open.id)
  }
  useInterval(prolongIfTouched, open && PROLONG_EVERY_MS, open)

  /** What the server has answered is newer than what is being read. */
  async function know({ context, ...callback }: CalledRow) {
    const { queryKey } = callbackQuery(callback.id)
    await queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData<ReadCallback>(queryKey, { callback, context })
    return callback
  }

  async function claim(id: string, body: ClaimBody | { prolong: true }, isByItself?: true) {
    return know(await send<CalledRow>('POST', `${pathOf(id)}/claim`, body, isByItself && { isByItself }))
  }

  /** A call whose hold has ended meanwhile, as with a session, opens again only for what was typed. */
  const reopen = useEffectEvent(async () => {
    const kept = sessionStorage.getItem(KEPT)
    if (kept === null || open) return
    try {
      const { callback, context } = await byItself(() => get<ReadCallback>(pathOf(kept), new AbortController().signal))
      // Another call may have begun meanwhile.
      if (sessionStorage.getItem(KEPT) !== kept) return
      if (!callback.claim?.mine && !isCallNoteTyped(kept)) return sessionStorage.removeItem(KEPT)
      dispatch({ type: 'claimed', row: await know({ ...callback, context }), below: [] })
      void prolonging.run(kept)
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      if (failure.status === 404) sessionStorage.removeItem(KEPT)
      else if (failure.status !== 401) setTimeout(reopen, REOPEN_EVERY_MS)
    }
  })
  useEffect(() => void reopen(), [])

  /** Ends a hold. When it is somebody else's by now, or the callback is gone, there is nothing to end. */
  async function letGo(id: string): Promise<CallEvent> {
    try {
      await send('DELETE', `${pathOf(id)}/claim`)
    } catch (failure) {
      if (!(failure instanceof CallFailed && [404, 409].includes(failure.status))) throw failure
    }
    return { type: 'released', id }
  }

  /** @param below as in `OpenCall` */
  function call(row: CallbackRow, below: readonly string[] = []) {
    if (!open || open.id === row.id || isOver(open.id)) void begin(row, below, {})
    else if (!state.doing)
      dispatch({
        type: 'asked',
        question: { because: 'other', row, below, body: { instead: true }, other: open.name },
      })
  }

  /** Whether nothing can come any more of the open call: its callback was erased, or settled elsewhere and has no note. */
  function isOver(id: string): boolean {
    const known = queryClient.getQueryState(callbackQuery(id).queryKey)
    const isClosed = known?.data && isSettled(known.data.callback.status) && !isCallNoteTyped(id)
    return isErased(known?.error) || Boolean(isClosed)
  }

  function begin(row: CallbackRow, below: readonly string[], body: ClaimBody) {
    // A colleague may have called just now, and then it is due later than the row says.
    const ask = (because: 'early' | 'other', more: ClaimBody, refused: CallFailed): CallEvent => {
      const { callback, due_from = row.due_from } = refused
      const question = { because, row: { ...row, due_from }, below, body: { ...body, ...more }, other: callback?.name }
      return { type: 'asked', question }
    }
    const send = async (): Promise<CallEvent> => {
      try {
        const held = await claim(row.id, body)
        if (isTelephone()) dial(held)
        return { type: 'claimed', row: held, below }
      } catch (failure) {
        if (!(failure instanceof CallFailed)) throw failure
        if (failure.code === 'not-due') return ask('early', { early: true }, failure)
        if (failure.code === 'holding') return ask('other', { instead: true }, failure)
        throw failure
      }
    }
    return change.run({ doing: 'claiming', about: row, send })
  }

  /** The answer to the question is yes. */
  async function callAnyway() {
    const { question } = state
    if (question) await begin(question.row, question.below, question.body)
  }

  /** Does something with the open call. */
  function withOpen(doing: Doing, send: (row: CallbackRow) => Promise<CallEvent>, outcome?: Outcome) {
    return open && change.run({ doing, send: () => send(open), ...(outcome && { outcome }) })
  }

  /** Whoever calls already has decided whether that is early. */
  const holdAgain = () =>
    withOpen('claiming', async ({ id }) => ({ type: 'held', row: await claim(id, { early: true }) }))

  function report(given: Omit<CallReport, 'note'>) {
    const save = async ({ id, claim }: CallbackRow): Promise<CallEvent> => {
      const note = draftOf(callNoteOf(id))
      const incoming = state.open?.isIncoming && { incoming: true }
      const body = { ...given, ...incoming, note: isNoteStored(id, note) ? '' : note }
      // The same result of another call with the same person is not a second try.
      const key = idempotencyKeyOf([id, claim?.until, body])
      const answer = await send<CallReportAnswer>('POST', `${pathOf(id)}/outcomes`, body, { key })
      // What is typed meanwhile is not saved yet.
      if (draftOf(callNoteOf(id)) === note) setDraft(callNoteOf(id), '')
      sessionStorage.removeItem(KEPT)
      return { type: 'saved', saved: { ...given, note, ...answer } }
    }
    void withOpen('saving', save, given.outcome)
  }

  /** Whether a note is one that came back into the field by Undo: newer than the last call, it is stored already. */
  function isNoteStored(id: string, note: string): boolean {
    const known = queryClient.getQueryData(callbackQuery(id).queryKey)?.context
    const lastCall = known?.attempts[0]?.at ?? ''
    return known?.notes.some(({ at, text }) => at > lastCall && text === note.trim()) ?? false
  }

  /** What a colleague holds by now stays theirs: for a manager, the server would end it. */
  const stop = () =>
    withOpen('ending', async ({ id }) => {
      const known = queryClient.getQueryData(callbackQuery(id).queryKey)?.callback
      if (known?.claim?.mine && isHeld(known, serverTime())) await letGo(id)
      sessionStorage.removeItem(KEPT)
      return { type: 'released', id }
    })

  /** Saves the note alone: the result of the call was saved elsewhere. */
  const saveNote = () =>
    withOpen('noting', async ({ id }) => {
      const text = draftOf(callNoteOf(id))
      await send('POST', `${pathOf(id)}/notes`, { text })
      if (draftOf(callNoteOf(id)) === text) setDraft(callNoteOf(id), '')
      return { type: 'noted' }
    })

  /** Ends the hold of a callback: one's own, and for managers anybody's. */
  const release = (row: CallbackRow) => void change.run({ doing: 'ending', about: row, send: () => letGo(row.id) })

  /** Takes a call back, and opens it again unless another call is open. Its note is in the field again. */
  function undo(row: Whom, attempt: string, note: string | null) {
    const takeBack = async (): Promise<CallEvent> => {
      const undone = await send<CallbackRow>('POST', `${pathOf(row.id)}/undo`, { attempt })
      if (!isCallNoteTyped(row.id)) setDraft(callNoteOf(row.id), note ?? '')
      // Whoever saves it again goes on below the same row; who is next by the order may be somebody else by then.
      const { ids, isChosen } = state.position ?? { ids: [], isChosen: true }
      const below = isChosen ? [] : state.saved?.next === null ? ids : ids.slice(0, -1)
      if (undone.claim?.mine && !open) return { type: 'claimed', row: await claim(row.id, { prolong: true }), below }
      return { type: 'told', row, what: 'the call was undone.' }
    }
    return change.run({ doing: 'undoing', about: row, send: takeBack })
  }

  /** Ends what belongs to a callback that was erased. */
  function forget(id: string) {
    if (open?.id === id) sessionStorage.removeItem(KEPT)
    for (const keep of [callNoteOf, newNoteOf]) setDraft(keep(id), '')
    queryClient.removeQueries({ queryKey: callbackQuery(id).queryKey })
    dispatch({ type: 'erased', id })
  }

  return {
    ...state,
    call,
    callAnyway,
    holdAgain,
    report,
    stop,
    saveNote,
    release,
    undo,
    forget,
    undoSaved: () => state.saved && void undo(state.saved.callback, state.saved.attempt.id, state.saved.note),
    turn: (isIncoming: boolean) => dispatch({ type: 'turned', isIncoming }),
    choose: (row: CallbackRow) => dispatch({ type: 'chosen', row }),
    drop: (part: 'question' | 'refusal' | 'saved' | 'said') => dispatch({ type: 'dropped', part }),
    tell: (row: Whom, what: string) => dispatch({ type: 'told', row, what }),
    /** Says that the person is at work with the open call. */
    touch: () => {
      touched.current = Date.now()
    },
  }
}
