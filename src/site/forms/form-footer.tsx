import type { FormTexts } from '../../content/content.ts'
import { say } from '../../content/fill.ts'
import { StatusLine } from '../../ui/status-line.tsx'
import { LinkedText } from '../pages/linked-text.tsx'
import type { FieldsProps } from './form-fields.ts'
import css from './form-footer.module.css'
import { STATUS_LINES } from './submit-status.ts'

/**
 * The status line and the note below the fields of both forms. "Sending..." replaces the note, so nothing moves. After a
 * request, a paragraph beside the status line says what happens next, or what to do now.
 */
export function FormFooter({ status, texts, sent = '' }: Pick<FieldsProps<string>, 'status' | 'texts' | 'sent'>) {
  const { text, tone } = STATUS_LINES[status]
  const { shown, dialled } = texts.telephone
  const next = { OK: sent, FAILED: texts.failed }[String(status)]
  return (
    <div className={css.footer}>
      <div className={css.outcome} data-tone={tone}>
        <StatusLine tone={tone} text={say(text, texts.translations)} />
        {next && (
          <p className={css.next}>
            <LinkedText text={next} elements={{ telephone: <a href={`tel:${dialled}`}>{shown}</a> }} />
          </p>
        )}
      </div>
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
