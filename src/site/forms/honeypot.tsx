import { HONEYPOT_FIELD } from '../../callback-request/spam-signals.ts'
import css from './honeypot.module.css'

/**
 * A field for robots that fill in all they find in a page's source. It is part of the page only where script is off;
 * there the stylesheet takes it away from people, from screen readers and from what browsers fill in.
 */
export function Honeypot() {
  return (
    <noscript className={css.decoy}>
      <label>
        Leave this empty <input name={HONEYPOT_FIELD} autoComplete="off" />
      </label>
    </noscript>
  )
}
