import { type ComponentProps, useState } from 'react'
import { TextField } from '../../../ui/field.tsx'
import { Button } from '../button.tsx'
import css from './password-field.module.css'

/** A password, which can be shown while it is typed. It may be pasted. */
export function PasswordField(field: ComponentProps<typeof TextField>) {
  const [isShown, setIsShown] = useState(false)
  return (
    <div className={css.field}>
      <TextField {...field} type={isShown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      <div className={css.button}>
        <Button look="plain" aria-pressed={isShown} aria-controls={field.id} onClick={() => setIsShown(!isShown)}>
          Show
        </Button>
      </div>
    </div>
  )
}

/** Source: desk, section 2. */
export const PASSWORD_HINT = 'At least 12 characters, of any kind. Several words are a good choice.'
