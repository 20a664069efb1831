import signs from './signs.module.css'
import css from './status-line.module.css'

/** Says how a form's submission stands; there and empty before it is used, so that screen readers announce it. */
export function StatusLine({ tone, text }: { tone: 'none' | 'pending' | 'ok' | 'error'; text: string }) {
  return (
    <p role="status" className={`${css.status} ${signs.sign}`} data-tone={tone} suppressHydrationWarning>
      {text}
    </p>
  )
}
