import { StatusLine } from '../../ui/status-line.tsx'
import { formNote } from '../content.ts'
import css from './form-foot.module.css'
import { STATUS_TEXTS, type SubmitStatus } from './use-form-submission.ts'

const TONES = { none: 'none', PENDING: 'pending', OK: 'ok', ERROR: 'error' } as const

/**
 * What stands below the fields of both forms: the submit status, in the specification's words, and the note. While the
 * form is being sent the status takes the note's place, so that nothing moves.
 */
export function FormFooter({ status }: { status: SubmitStatus }) {
  return (
    <div className={css.foot}>
      <StatusLine tone={TONES[status]} text={STATUS_TEXTS[status]} />
      <FormNote />
    </div>
  )
}

/**
 * What the details are for, who may ask, and what the form is not for. Each text is an element of its own and suppresses
 * the hydration warning, because a translator may have changed it before React came.
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
