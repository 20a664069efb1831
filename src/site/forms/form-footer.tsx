import { StatusLine } from '../../ui/status-line.tsx'
import { formNote } from '../content.ts'
import css from './form-footer.module.css'
import { STATUS_LINES, type SubmitStatus } from './submit-status.ts'

/** The status line and the note below the fields of both forms. "Sending..." replaces the note, so nothing moves. */
export function FormFooter({ status }: { status: SubmitStatus }) {
  return (
    <div className={css.footer}>
      <StatusLine {...STATUS_LINES[status]} />
      <FormNote />
    </div>
  )
}

/**
 * What the details are used for, who may ask, and what the form is not for. Each text has its own element and
 * suppresses the hydration warning, because a translator may have changed it before hydration.
 */
function FormNote() {
  return (
    <p className={css.note}>
      <span suppressHydrationWarning>{`${formNote.privacy} `}</span>
      <a href="/privacy" suppressHydrationWarning>
        Privacy notice
      </a>
      <span suppressHydrationWarning>{`. ${formNote.adults} ${formNote.emergencies}`}</span>
    </p>
  )
}
