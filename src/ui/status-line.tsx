import icons from './icons.module.css'
import css from './status-line.module.css'

/** The status of a form's submission. It is in the page before it has a text, so that screen readers announce it. */
export function StatusLine({ tone, text }: { tone: 'none' | 'pending' | 'ok' | 'error'; text: string }) {
  return (
    <p role="status" className={`${css.status} ${icons.icon}`} data-tone={tone} suppressHydrationWarning>
      {text}
    </p>
  )
}
