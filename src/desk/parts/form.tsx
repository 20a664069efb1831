import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { FieldErrors, ValidationResult } from '../../callback-request/rules.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { CallFailed, explainFailure } from '../api.ts'
import { Notice } from './notice.tsx'
import { type Change, useChange } from './use-change.tsx'

export interface FormProps<Value> extends Pick<Change<Value, void>, 'group' | 'refetches'> {
  /** The style of a form whose fields are not below each other. */
  className?: string
  /** Without it, what was typed is sent as it is. */
  validate?: (values: Record<string, unknown>) => ValidationResult<Value>
  send: (value: Value) => Promise<void>
  /** What a refusal means here: a text for the whole form, or messages by field. */
  explain?: (failure: CallFailed) => string | FieldErrors | undefined
  submitLabel: string
  /** Said when it is sent, until something is typed again. */
  done?: string
  /** What cannot be taken back is sent by a button in the colour of danger. */
  look?: 'danger'
  /** Beside the button that sends the form. */
  otherButtons?: ReactNode
  children?: ((errors: FieldErrors) => ReactNode) | undefined
}

/**
 * A form that validates what was typed, sends it once at a time, and shows each message at its field or above the
 * buttons. The first field in error gets the focus. What was typed stays in the fields whatever happens.
 */
export function Form<Value>(props: FormProps<Value>) {
  const { className = 'stack form', send, group, explain, submitLabel, done, look, otherButtons, children } = props
  const { refetches = [], validate = (values) => ({ ok: true, value: values as Value }) } = props
  const [errors, setErrors] = useState<FieldErrors>({})
  const form = useRef<HTMLFormElement>(null)
  /** Whether the errors are those of a press, not of what is corrected meanwhile. */
  const isNew = useRef(false)
  const change = useChange({
    async send(values: Record<string, unknown>) {
      const result = validate(values)
      if (!result.ok) throw new CallFailed(422, result)
      await send(result.value)
    },
    ...(group && { group }),
    refetches,
    began: () => setErrors({}),
    refused: (failure) => showErrors(errorsOf(explainAll(failure))),
  })
  const explained = change.failure && explainAll(change.failure)

  /** In plain words, or by field. */
  function explainAll(failure: CallFailed) {
    return explain?.(failure) ?? (failure.status === 422 ? failure.errors : explainFailure(failure))
  }

  /** The first field in error gets the focus as soon as it is marked. */
  function showErrors(found: FieldErrors) {
    isNew.current = true
    setErrors(found)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: when the errors have changed
  useEffect(() => {
    if (!isNew.current) return
    isNew.current = false
    const fields = [...(form.current?.elements ?? [])].filter((one) => one instanceof HTMLElement)
    fields.find((field) => field.getAttribute('aria-invalid') === 'true')?.focus()
  }, [errors])

  /** While a field in error is corrected, its message follows what is typed; the other messages stay. */
  function correct({ currentTarget, target }: FormEvent<HTMLFormElement>) {
    const { name } = target as HTMLInputElement
    if (change.isDone) change.reset()
    if (errors[name] === undefined) return
    const result = validate(typedIn(currentTarget))
    const { [name]: _, ...others } = errors
    const message = result.ok ? undefined : result.errors[name]
    setErrors(message === undefined ? others : { ...others, [name]: message })
  }

  return (
    <form
      ref={form}
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // A dialog is inside the form of a page only for React.
        event.stopPropagation()
        void change.run(typedIn(event.currentTarget))
      }}
      onChange={correct}
      onReset={() => setErrors({})}
    >
      {children?.(errors)}
      <Notice role="alert" tone="error">
        {typeof explained === 'string' && explained}
      </Notice>
      <div className="buttons" data-look={look}>
        <SubmitButton busy={change.isBusy}>{submitLabel}</SubmitButton>
        {otherButtons}
      </div>
      {done && (
        <Notice role="status" tone="ok">
          {change.isDone && done}
        </Notice>
      )}
    </form>
  )
}

const typedIn = (form: HTMLFormElement) => Object.fromEntries(new FormData(form))

/** The messages by field, if there are any. */
function errorsOf(explained: string | FieldErrors): FieldErrors {
  return typeof explained === 'string' ? {} : explained
}
