import { useRef } from 'react'
import { type Contact, contactPayload, parseContact } from '../../callback-request/contact.ts'
import type { FormTexts } from '../../content/content.ts'
import { say } from '../../content/fill.ts'
import { RoundButton } from '../../ui/round-button.tsx'
import { useScrollLock } from '../../ui/use-scroll-lock.ts'
import { IslandBoundary } from '../boundary/island-boundary.tsx'
import { usePost } from '../forms/post.ts'
import { RequestForm } from '../forms/request-form.tsx'
import { useSubmission } from '../forms/use-submission.ts'
import { MODAL_WIDTHS, pictureIn } from '../picture-files.ts'
import { rememberRequest, useVisit } from '../visit/visit.ts'
import css from './callback-modal.module.css'
import { ContactFields } from './contact-fields.tsx'
import { useFillFromBar } from './use-fill-from-bar.ts'
import { useModal } from './use-modal.ts'

const PICTURE = pictureIn('modal', MODAL_WIDTHS)

/** The id of the form that closes the dialog, without script, too. */
const CLOSE = 'contact-close'

/**
 * Get A Callback, in a native dialog that fills the window and dims the page. It opens when `triggerModal` fires on the
 * document, and closes by its button, by Escape, and by a click on the background whose press began there. Closing it does
 * not cancel a request in progress.
 *
 * Its form validates, sends and clears, then goes to the thank-you page. The modal opens again for a call that fails after
 * it was closed: otherwise the visitor would wait for our call.
 */
export function CallbackModal({
  texts,
  close,
  sentence,
  sentenceAgain,
}: {
  texts: FormTexts
  close: string
  sentence: string
  sentenceAgain: string
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const post = usePost('contact', 'application/x-www-form-urlencoded')
  const { form, formProps, ...submission } = useSubmission({
    name: 'contact',
    parse: (values) => parseContact(values, texts.offer),
    send: async (contact: Contact, typed) => {
      const key = await post(new URLSearchParams(contactPayload(contact)).toString())
      await rememberRequest(contact, { form: 'contact', key, typed }, texts.calendar)
    },
    reveal: () => document.dispatchEvent(new Event('triggerModal')),
    onStored: () => {
      dialog.current?.close()
      location.assign(texts.thankYouPath)
    },
  })
  const { isOpen, ...dialogProps } = useModal(dialog, heading)
  useScrollLock(isOpen)
  useFillFromBar(form, isOpen)
  // After a stored request it says what the form is for then.
  const said = <p className={css.sentence}>{useVisit().hasStored ? sentenceAgain : sentence}</p>
  return (
    <IslandBoundary>
      <dialog ref={dialog} id="contact" className={css.modal} aria-labelledby="contact-heading" {...dialogProps}>
        <div className={css.panel}>
          <div className={css.aside}>
            <picture>
              <source type="image/avif" srcSet={PICTURE.srcSet} sizes="22rem" />
              <img src={PICTURE.plain} width="800" height="1000" alt="" loading="lazy" className={css.picture} />
            </picture>
            {said}
          </div>
          <div className={css.body}>
            <div className={css.head}>
              <h2 ref={heading} id="contact-heading" className={css.heading} tabIndex={-1}>
                {say('Get A Callback', texts.translations)}
              </h2>
              {/* Without a type it submits its form, and only SUBMIT has the type `submit`. */}
              <RoundButton icon="close" label={close} type={undefined} form={CLOSE} className={css.close} />
            </div>
            {said}
            <RequestForm form="contact" texts={texts} {...formProps}>
              <ContactFields {...submission} texts={texts} />
            </RequestForm>
            <form id={CLOSE} method="dialog" />
          </div>
        </div>
      </dialog>
    </IslandBoundary>
  )
}
