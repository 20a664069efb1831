import type { ComponentProps } from 'react'
import { HONEYPOT_FIELD } from '../../callback-request/spam-signals.ts'
import type { FormTexts } from '../../content/content.ts'
import css from './form-footer.module.css'

/** Where each form of the page is posted. */
export const FORM_PATHS = { appointment: '/api/appointment', contact: '/api/contact-us' } as const

export type FormName = keyof typeof FORM_PATHS

/**
 * A form that a browser can also post by itself. Our rules alone validate it: the browser's own would stop or change the
 * values that the rules must see.
 *
 * It has a field for robots, which fill in every field in a page's source: in the page only where script is off, and
 * there hidden from people, screen readers and autofill.
 */
export function RequestForm({
  form,
  texts,
  children,
  ...props
}: ComponentProps<'form'> & { form: FormName; texts: FormTexts }) {
  return (
    <form action={`${FORM_PATHS[form]}${texts.query}`} method="post" noValidate {...props}>
      {children}
      <noscript className={css.honeypot}>
        <label>
          {texts.leaveEmpty} <input name={HONEYPOT_FIELD} autoComplete="off" />
        </label>
      </noscript>
    </form>
  )
}
