import type { Ref } from 'react'
import type { FormTexts } from '../../content/content.ts'
import { say } from '../../content/fill.ts'
import icons from '../../ui/icons.module.css'
import { LinkedText } from '../linked-text.tsx'
import { CallPromise } from '../visit/call-promise.tsx'
import type { VisitRequest } from '../visit/visit.ts'
import css from './form-footer.module.css'
import type { SubmitStatus } from './submission-state.ts'

/** What the status line says, word for word, and the tone that styles it. */
export const STATUS_LINES = {
  none: { text: '', tone: 'none' },
  PENDING: { text: 'Sending...', tone: 'pending' },
  OK: { text: 'Thanks for your submission!', tone: 'ok' },
  ERROR: { text: 'Please fill the form correctly.', tone: 'error' },
  FAILED: { text: 'Please fill the form correctly.', tone: 'error' },
} as const satisfies Record<SubmitStatus, { text: string; tone: string }>

/**
 * The status line and the note below the fields of both forms. The line is there before it has a text, so that screen
 * readers announce it; "Sending..." replaces the note, so nothing moves. After a request, a paragraph beside it says when
 * we call, or what to do now; it is announced, too.
 *
 * The note says what the details are used for, who may ask, and what the form is not for.
 */
export function FormFooter({
  status,
  texts,
  request,
  outcome,
}: {
  status: SubmitStatus
  texts: FormTexts
  request?: VisitRequest | undefined
  outcome?: Ref<HTMLDivElement> | undefined
}) {
  const { text, tone } = STATUS_LINES[status]
  const { shown, dialled } = texts.telephone
  const telephone = <a href={`tel:${dialled}`}>{shown}</a>
  const [before, link, after] = texts.note
  return (
    <div className={css.footer}>
      <div className={css.outcome} data-tone={tone} ref={outcome}>
        <p role="status" className={`${css.status} ${icons.icon}`} data-tone={tone}>
          {say(text, texts.translations)}
        </p>
        <div className={css.announced} aria-live="polite">
          {status === 'OK' && request && (
            <p className={css.promise}>
              <CallPromise request={request} texts={texts} />
            </p>
          )}
          {status === 'OK' && (
            <p className={css.next}>
              <LinkedText text={texts.ourNumber} elements={{ telephone }} />
            </p>
          )}
          {status === 'FAILED' && (
            <p className={css.next}>
              <LinkedText text={texts.failed} elements={{ telephone }} />
            </p>
          )}
        </div>
      </div>
      <p className={css.note}>
        {before}
        <a href={texts.privacyPath}>{link}</a>
        {after}
      </p>
    </div>
  )
}
