import { HONEYPOT_FIELD } from '../../callback-request/spam-signals.ts'
import type { FormTexts } from '../../content/content.ts'
import css from './honeypot.module.css'

/**
 * A field for robots, which fill in every field in a page's source. It is part of the page only where script is off;
 * there the stylesheet hides it from people, screen readers and autofill.
 */
export function Honeypot({ texts }: { texts: FormTexts }) {
  return (
    <noscript className={css.honeypot}>
      <label>
        {texts.leaveEmpty} <input name={HONEYPOT_FIELD} autoComplete="off" />
      </label>
    </noscript>
  )
}
