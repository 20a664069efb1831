import { type FormEvent, useContext, useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef } from 'react'
import type { ValidationResult } from '../../callback-request/rules.ts'
import { IslandContext } from '../islands/boundary.tsx'
import { FORM_PATHS, type FormName } from './request-form.tsx'
import { submissionReducer } from './submission-state.ts'

/**
 * Validates a form when it is submitted, sends it, and clears it after success. A submission that was held until React
 * came is sent at once. It belongs above the island's boundary, so that a request outlives a form that is rendered anew.
 *
 * The fields are uncontrolled and are read on submit, so that text typed before hydration is kept and sent. No message
 * shows before the first failed submission; after it, messages follow what is typed until a submission succeeds.
 */
export function useSubmission<Value, Name extends string>({
  name,
  parse,
  send,
  reveal,
  onStored,
}: {
  name: FormName
  parse: (values: Readonly<Record<string, unknown>>) => ValidationResult<Value, Name>
  /** Rejects when the call has failed, for whatever reason. */
  send: (value: Value) => Promise<void>
  /** Brings the form into view: called when validation or the call has failed. */
  reveal: () => void
  /** Called after success, once the form is cleared and its status is shown. */
  onStored: (value: Value) => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const statusLine = useRef<HTMLParagraphElement>(null)
  const held = useContext(IslandContext)?.held
  const path = FORM_PATHS[name]
  const [state, dispatch] = useReducer(submissionReducer<Value, Name>, {
    status: held?.has(path) ? 'PENDING' : 'none', // the text of a held one already says so
    errors: {},
    followsTyping: false,
  })
  const isSending = useRef(false)

  const validate = () => parse(Object.fromEntries(new FormData(form.current ?? undefined)))

  const submit = async () => {
    if (isSending.current) return
    const validated = validate()
    if (!validated.ok) {
      reveal()
      return dispatch({ type: 'refused', errors: validated.errors })
    }
    isSending.current = true
    dispatch({ type: 'sent' })
    try {
      await send(validated.value)
      form.current?.reset()
      dispatch({ type: 'stored', value: validated.value })
    } catch (error) {
      console.error(error)
      reveal()
      dispatch({ type: 'failed' })
    }
    isSending.current = false
  }

  const showResult = useEffectEvent((result: NonNullable<typeof state.result>) => {
    if (result.status === 'ERROR') return focusWithoutJump(form.current, Object.keys(state.errors)[0])
    if (result.status === 'OK') onStored(result.value)
    statusLine.current?.scrollIntoView({ block: 'nearest' })
    // The button lost the focus when it was disabled.
    if (result.status === 'FAILED' && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true })
  })
  useLayoutEffect(() => {
    if (state.result) showResult(state.result)
  }, [state.result])

  const sendHeld = useEffectEvent(() => {
    if (held?.delete(path)) void submit()
  })
  useEffect(() => sendHeld(), [])

  // A form that the browser has posted itself, and shows again by its Back button.
  useEffect(() => {
    const showAgain = ({ persisted }: PageTransitionEvent) => persisted && dispatch({ type: 'shownAgain' })
    addEventListener('pageshow', showAgain)
    return () => removeEventListener('pageshow', showAgain)
  }, [])

  return {
    status: state.status,
    errors: state.errors,
    stored: state.result?.status === 'OK' ? state.result.value : undefined,
    button,
    statusLine,
    form,
    formProps: {
      ref: form,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        void submit()
      },
      onChange: () => {
        const validated = validate()
        dispatch({ type: 'typed', errors: validated.ok ? {} : validated.errors })
      },
    },
  }
}

/** Focuses a field by its name without moving the page, unless the field is out of view. */
function focusWithoutJump(form: HTMLFormElement | null, name = '') {
  const field = form?.elements.namedItem(name)
  if (!(field instanceof HTMLElement)) return
  field.focus({ preventScroll: true })
  field.scrollIntoView({ block: 'nearest' })
}
