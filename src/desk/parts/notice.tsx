import type { ReactNode } from 'react'
import icons from '../../ui/icons.module.css'
import css from './notice.module.css'

/** A message. It is in the page before it has a text, so that screen readers announce the text. */
export function Notice({
  role,
  tone,
  children,
}: {
  role: 'alert' | 'status'
  tone: 'error' | 'ok' | 'plain'
  children: ReactNode
}) {
  return (
    <div role={role} className={`${css.notice} ${icons.icon}`} data-tone={tone}>
      {children && <div>{children}</div>}
    </div>
  )
}
