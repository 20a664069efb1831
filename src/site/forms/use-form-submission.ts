import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldErrors, ValidationResult } from '../../callback-request/validation-result.ts'

/** How a form's submission stands (specification, section 4). */
export type SubmitStatus = 'none' | 'PENDING' | 'OK' | 'ERROR'

/** What the status line says, word for word. */
export const STATUS_TEXTS: Readonly<Record<SubmitStatus, string>> = {
  none: '',
  PENDING: 'Sending...',
  OK: 'Thanks for your submission!',
  ERROR: 'Please fill the form correctly.',
}

/**
 * The life of a form: judged by its rules, sent, and cleared or kept.
 *
 * The fields stay the browser's own, and are read when they are needed: so whatever was filled in before the page
 * came to life is kept and sent. No message shows before the first failed press; after it, messages follow what is
 * typed until a submission succeeds.
 */
export function useFormSubmission<Value, Name extends string>({
  parse,
  send,
  onRejected,
  onAccepted,
}: {
  parse: (values: Readonly<Record<string, unknown>>) => ValidationResult<Value, Name>
  /** Rejects when the call has failed, for whatever reason. */
  send: (value: Value) => Promise<void>
  /** After a press with mistakes, with the messages on the page, before the first wrong field takes the focus. */
  onRejected?: () => void
  /** After success, with the form cleared and OK on the page. */
  onAccepted?: () => void
}) {
  const [status, setStatus] = useState<SubmitStatus>('none')
  const [errors, setErrors] = useState<FieldErrors<Name>>({})
  const pending = useRef(false)
  const hasFailed = useRef(false)

  const validate = (form: HTMLFormElement) => {
    const outcome = parse(Object.fromEntries(new FormData(form)))
    setErrors(outcome.ok ? {} : outcome.errors)
    return outcome
  }

  const submit = async (form: HTMLFormElement) => {
    if (pending.current) return
    const outcome = flushSync(() => {
      const validated = validate(form)
      setStatus(validated.ok ? 'PENDING' : 'ERROR')
      return validated
    })
    if (!outcome.ok) {
      hasFailed.current = true
      onRejected?.()
      form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
      return
    }
    pending.current = true
    try {
      await send(outcome.value)
    } catch (error) {
      hasFailed.current = true
      flushSync(() => setStatus('ERROR'))
      console.error(error)
      // A button that was disabled while it waited has lost the focus.
      if (document.activeElement === document.body) form.querySelector<HTMLElement>('[type="submit"]')?.focus()
      return
    } finally {
      pending.current = false
    }
    hasFailed.current = false
    form.reset()
    flushSync(() => {
      setErrors({})
      setStatus('OK')
    })
    onAccepted?.()
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
