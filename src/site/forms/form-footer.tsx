import type { FormTexts } from '../../content/content.ts'
import { say } from '../../content/translations.ts'
import { StatusLine } from '../../ui/status-line.tsx'
import css from './form-footer.module.css'
import { STATUS_LINES, type SubmitStatus } from './submit-status.ts'

/** The status line and the note below the fields of both forms. "Sending..." replaces the note, so nothing moves. */
export function FormFooter({ status, texts }: { status: SubmitStatus; texts: FormTexts }) {
  const { text, tone } = STATUS_LINES[status]
  return (
    <div className={css.footer}>
      <StatusLine tone={tone} text={say(text, texts.translations)} />
      <FormNote texts={texts} />
    </div>
  )
}

/**
 * What the details are used for, who may ask, and what the form is not for. Each text has its own element and
 * suppresses the hydration warning, because a translator may have changed it before hydration.
 */
function FormNote({ texts: { note, privacyPath } }: { texts: FormTexts }) {
  const [before, link, after] = note
  return (
    <p className={css.note}>
      <span suppressHydrationWarning>{before}</span>
      <a href={privacyPath} suppressHydrationWarning>
        {link}
      </a>
      <span suppressHydrationWarning>{after}</span>
    </p>
  )
}
