import { type RefObject, useRef, useState } from 'react'
import { TextArea, TextField } from '../../ui/field.tsx'
import type { CallFailed } from '../api.ts'
import { Button } from './button.tsx'
import css from './fields.module.css'
import { Notice } from './notice.tsx'

/** Source: desk, section 2. */
const PASSWORD_HINT = 'At least 12 characters, of any kind. Several words are a good choice.'

interface PasswordFieldProps {
  /** Whether the person has it, or chooses it here. */
  kind: 'current' | 'new'
  /** The field's name and id. */
  name: string
  label: string
  error: string | undefined
  autoFocus?: boolean
}

/** A password, which can be shown while it is typed. It may be pasted. */
export function PasswordField({ kind, name, label, error, autoFocus }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <div className={css.field}>
      <TextField
        id={name}
        {...{ name, label, error, autoFocus }}
        hint={kind === 'new' ? PASSWORD_HINT : undefined}
        type={isShown ? 'text' : 'password'}
        autoComplete={`${kind}-password`}
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className={css.button}>
        <Button look="plain" aria-pressed={isShown} aria-controls={name} onClick={() => setIsShown(!isShown)}>
          Show
        </Button>
      </div>
    </div>
  )
}

/** Says at the field of this name that its password is wrong, where a form's refusal is that. */
export function explainWrongPassword(name: string) {
  return ({ status }: CallFailed) => (status === 401 ? { [name]: 'This is not your password' } : undefined)
}

export const COPIED = 'Copied.'

/** Copies a text. Where browsers do not offer the clipboard, as over http, it selects what shows the text. */
export function useCopy(text: string, shownIn: RefObject<HTMLElement | null>) {
  const [result, setResult] = useState('')

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setResult(COPIED)
    } catch {
      const shown = shownIn.current
      if (shown instanceof HTMLTextAreaElement) shown.select()
      else if (shown) getSelection()?.selectAllChildren(shown)
      setResult('It is selected: press Ctrl+C or ⌘C to copy it.')
    }
  }
  return { copy, result }
}

/** A text to copy, with a button that does it. */
export function CopyField({ label, text }: { label: string; text: string }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const { copy, result } = useCopy(text, field)

  return (
    <div className="stack">
      <div className={`buttons ${css.text}`}>
        <TextArea ref={field} label={label} rows={2} readOnly value={text} onFocus={(event) => event.target.select()} />
        <Button look="outlined" onClick={copy}>
          Copy
        </Button>
      </div>
      <Notice role="status" tone="ok">
        {result}
      </Notice>
    </div>
  )
}
