import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldErrors, ValidationResult } from '../../callback-request/rules.ts'
import type { SubmitStatus } from './form-footer.tsx'

/**
 * Validates a form when it is submitted, sends it, and clears it after success.
 *
 * The fields are uncontrolled and are read on submit, so that text typed before hydration is kept and sent. No message
 * shows before the first failed submission; after it, messages follow what is typed until a submission succeeds.
 */
export function useFormSubmission<Value, Name extends string>({
  parse,
  send,
  onFailed,
  onAccepted,
}: {
  parse: (values: Readonly<Record<string, unknown>>) => ValidationResult<Value, Name>
  /** Rejects when the call has failed, for whatever reason. */
  send: (value: Value) => Promise<void>
  /** Called when validation or the call failed, once the messages are shown and before one of them is scrolled to. */
  onFailed: () => void
  /** Called after success, once the form is cleared and its status is shown. */
  onAccepted?: (value: Value) => void
}) {
  const [status, setStatus] = useState<SubmitStatus>('none')
  const [errors, setErrors] = useState<FieldErrors<Name>>({})
  const pending = useRef(false)
  const hasFailed = useRef(false)

  const validate = (form: HTMLFormElement) => {
    const result = parse(Object.fromEntries(new FormData(form)))
    setErrors(result.ok ? {} : result.errors)
    return result
  }

  const submit = async (form: HTMLFormElement) => {
    if (pending.current) return
    // The first invalid field can be found and focused only once React has marked it.
    const result = flushSync(() => {
      const validated = validate(form)
      setStatus(validated.ok ? 'PENDING' : 'ERROR')
      return validated
    })
    if (!result.ok) {
      hasFailed.current = true
      onFailed()
      focusWithoutJump(form.querySelector<HTMLElement>('[aria-invalid="true"]'))
      return
    }
    pending.current = true
    try {
      await send(result.value)
    } catch (error) {
      hasFailed.current = true
      // A disabled button cannot take the focus: it has to be enabled first.
      flushSync(() => setStatus('FAILED'))
      onFailed()
      showOutcome(form)
      console.error(error)
      // The button lost the focus when it was disabled.
      if (document.activeElement === document.body)
        form.querySelector<HTMLElement>('[type="submit"]')?.focus({ preventScroll: true })
      return
    } finally {
      pending.current = false
    }
    hasFailed.current = false
    form.reset()
    // `onAccepted` may leave the page, and the browser may keep it for its Back button: it is cleared by then.
    flushSync(() => {
      setErrors({})
      setStatus('OK')
    })
    onAccepted?.(result.value)
    showOutcome(form)
  }

  return {
    status,
    errors,
    formProps: {
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        void submit(event.currentTarget)
      },
      onChange: (event: FormEvent<HTMLFormElement>) => {
        if (hasFailed.current) validate(event.currentTarget)
      },
    },
  }
}

/** Scrolls the form to its status line, where its window is lower than the form. */
function showOutcome(form: HTMLFormElement) {
  form.querySelector('[role="status"]')?.scrollIntoView({ block: 'nearest' })
}

/** Focuses a field without moving the page, unless the field is out of view. */
function focusWithoutJump(field: HTMLElement | null) {
  if (!field) return
  field.focus({ preventScroll: true })
  field.scrollIntoView({ block: 'nearest' })
}
