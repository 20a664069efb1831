import {
  type FormEvent,
  type KeyboardEvent,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
  useRef,
} from 'react'
import type { ValidationResult } from '../../callback-request/rules.ts'
import { type Control, controlsOf, setField } from '../../ui/set-field.ts'
import { IslandContext } from '../boundary/island-boundary.tsx'
import { typedToCorrect, useVisit } from '../visit/visit.ts'
import { FORM_PATHS, type FormName } from './request-form.tsx'
import { submissionReducer } from './submission-state.ts'
import { useDraft } from './use-draft.ts'

/** How long a press does nothing after a success. Source: contract, "Sending...". */
const REST_MS = 1000

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
  /** Rejects when the call has failed, for whatever reason. Gets what was typed, too, by the fields' names. */
  send: (value: Value, typed: Readonly<Record<string, string>>) => Promise<void>
  /** Brings the form into view: called when validation or the call has failed. */
  reveal: () => void
  /** Called after success, once the form is cleared and its status is shown. */
  onStored?: () => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const outcome = useRef<HTMLDivElement>(null)
  const earlyForms = useContext(IslandContext)?.earlyForms
  const path = FORM_PATHS[name]
  const [state, dispatch] = useReducer(submissionReducer<Name>, {
    status: earlyForms?.has(path) ? 'PENDING' : 'none', // the early script has shown it
    errors: {},
    followsTyping: false,
    isResting: false,
  })
  /** What the fields have while they are sent. */
  const sent = useRef<FormData>(undefined)
  useDraft(name, form)

  const typed = () => new FormData(form.current ?? undefined)
  const validate = () => parse(Object.fromEntries(typed()))

  const submit = async () => {
    if (sent.current || state.isResting || earlyForms?.get(path) === 'posted') return
    const validated = validate()
    if (!validated.ok) {
      reveal()
      return dispatch({ type: 'refused', errors: validated.errors })
    }
    sent.current = typed()
    dispatch({ type: 'sent' })
    try {
      await send(validated.value, Object.fromEntries([...sent.current].map(([name, text]) => [name, String(text)])))
      form.current?.reset()
      dispatch({ type: 'stored' })
    } catch (error) {
      console.error(error)
      reveal()
      dispatch({ type: 'failed' })
    }
    sent.current = undefined
  }

  const showResult = useEffectEvent((result: NonNullable<typeof state.result>) => {
    if (result.status === 'ERROR') return focusWithoutJump(form.current, Object.keys(state.errors)[0])
    if (result.status === 'OK') onStored?.()
    outcome.current?.scrollIntoView({ block: 'nearest' })
    // The button lost the focus when it was disabled.
    if (result.status === 'FAILED' && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true })
  })
  useLayoutEffect(() => {
    if (state.result) showResult(state.result)
  }, [state.result])

  useEffect(() => {
    if (!state.isResting) return
    const timer = setTimeout(() => dispatch({ type: 'rested' }), REST_MS)
    return () => clearTimeout(timer)
  }, [state.isResting])

  const { isFormToCome } = useVisit()
  const fillToCorrect = useEffectEvent(() => {
    const before = sent.current ? undefined : typedToCorrect(name)
    if (!before) return
    const controls = controlsOf(form.current)
    for (const control of controls) setField(control, before[control.name] ?? '')
    reveal()
    focusWithoutJump(form.current, controls[0]?.name)
  })
  useEffect(() => {
    if (isFormToCome) fillToCorrect()
  }, [isFormToCome])

  const sendWaiting = useEffectEvent(() => {
    if (earlyForms?.get(path) !== 'waiting') return
    earlyForms.delete(path)
    void submit()
  })
  useEffect(() => sendWaiting(), [])

  // A form that the browser has posted itself, and shows again by its Back button.
  useEffect(() => {
    const showAgain = ({ persisted }: PageTransitionEvent) =>
      persisted && !sent.current && dispatch({ type: 'shownAgain' })
    addEventListener('pageshow', showAgain)
    return () => removeEventListener('pageshow', showAgain)
  }, [])

  return {
    status: state.status,
    errors: state.errors,
    button,
    outcome,
    form,
    formProps: {
      ref: form,
      'data-resting': state.isResting || undefined,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        void submit()
      },
      /** A key that is held down is one press. */
      onKeyDown: (event: KeyboardEvent<HTMLFormElement>) => {
        if (event.key === 'Enter' && event.repeat && !(event.target instanceof HTMLTextAreaElement))
          event.preventDefault()
      },
      onChange: (event: FormEvent<HTMLFormElement>) => {
        if (sent.current) {
          // A select cannot be made read-only, and a browser may fill in any field.
          const control = event.target as EventTarget as Control
          control.value = String(sent.current.get(control.name) ?? '')
          return
        }
        if (!state.followsTyping) return
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
