import type { Ref } from 'react'
import type { FormTexts } from '../../content/content.ts'
import { say } from '../../content/fill.ts'
import icons from '../../ui/icons.module.css'
import { LinkedText } from '../linked-text.tsx'
import { CallPromise } from '../visit/call-promise.tsx'
import { useVisit } from '../visit/visit.ts'
import { VisitOffers } from '../visit/visit-offers.tsx'
import css from './form-footer.module.css'
import type { FormName } from './request-form.tsx'
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
 * What the box of a form shows of the visit: also after a reload, so that whoever has sent something can still correct or
 * withdraw it.
 */
export function useVisitBox(form: FormName, status: SubmitStatus) {
  const { request, correctedForm, step } = useVisit()
  const isCorrecting = correctedForm === form
  const isQuiet = status === 'none' || status === 'OK'
  const isOfBar = form === 'appointment' && isQuiet
  const promised = isOfBar && !isCorrecting ? request : undefined
  const hasBox = isQuiet && (status === 'OK' || isCorrecting || promised !== undefined || (isOfBar && step !== 'none'))
  return { promised, isCorrecting, hasBox }
}

/**
 * The status line and the note below the fields of both forms. The line is there before it has a text, so that screen
 * readers announce it; "Sending..." replaces the note, so nothing moves. After a request, a paragraph beside it says when
 * we call, or what to do now; it is announced, too.
 *
 * The note says what the details are used for, who may ask, and what the form is not for.
 */
export function FormFooter({
  form,
  status,
  texts,
  outcome,
}: {
  form: FormName
  status: SubmitStatus
  texts: FormTexts
  outcome?: Ref<HTMLDivElement> | undefined
}) {
  const { promised, isCorrecting, hasBox } = useVisitBox(form, status)
  const { hasStored } = useVisit()
  const { text, tone } = STATUS_LINES[status]
  const { shown, dialled } = texts.telephone
  const telephone = <a href={`tel:${dialled}`}>{shown}</a>
  const [before, link, after] = texts.note
  return (
    <div className={css.footer}>
      <div className={css.outcome} data-tone={hasBox ? 'ok' : tone} ref={outcome}>
        <p role="status" className={`${css.status} ${icons.icon}`} data-tone={tone}>
          {say(text, texts.translations)}
        </p>
        <div className={css.announced} aria-live="polite">
          {promised && (
            <p className={css.promise}>
              <CallPromise request={promised} texts={texts} />
            </p>
          )}
          {status === 'OK' && hasStored && !isCorrecting && (
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
        {(hasBox || (isCorrecting && status !== 'PENDING')) && <VisitOffers texts={texts} form={form} />}
      </div>
      <p className={css.note}>
        {before}
        <a href={texts.privacyPath}>{link}</a>
        {after}
      </p>
    </div>
  )
}
