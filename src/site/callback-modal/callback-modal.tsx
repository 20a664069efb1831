import { useRef } from 'react'
import { type Contact, contactPayload, parseContact } from '../../callback-request/contact.ts'
import { modal } from '../content.ts'
import { Decoy } from '../decoy.tsx'
import { useFormSubmission } from '../form-submission.ts'
import { usePost } from '../post.ts'
import css from './callback-modal.module.css'
import { ContactFields } from './contact-fields.tsx'

/**
 * Get A Callback. The dialog fills the window and dims the page; its panel holds the form. How it opens and closes
 * stands in `modal-behaviour.ts`. Closing it while a request is on its way does not cancel that request.
 */
export function CallbackModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  const post = usePost()
  const { status, errors, formProps } = useFormSubmission({
    parse: parseContact,
    send: (contact: Contact) =>
      post({
        path: '/api/contact-us',
        contentType: 'application/x-www-form-urlencoded',
        body: new URLSearchParams(contactPayload(contact)).toString(),
      }),
    onAccepted: () => {
      dialog.current?.close()
      location.assign('/thank-you')
    },
  })

  return (
    <dialog id="contact" className={css['modal']} aria-labelledby="contact-heading" ref={dialog}>
      <div className={css['panel']}>
        <div className={css['aside']}>
          <picture>
            <source
              type="image/avif"
              srcSet="/pictures/modal-400.avif 400w, /pictures/modal-800.avif 800w"
              sizes="22rem"
            />
            <img
              src="/pictures/modal-400.jpg"
              width="800"
              height="1000"
              alt=""
              loading="lazy"
              className={css['picture']}
            />
          </picture>
          <p className={css['sentence']}>{modal.sentence}</p>
        </div>
        <div className={css['body']}>
          <div className={css['head']}>
            <h2 id="contact-heading" className={css['heading']} tabIndex={-1}>
              Get A Callback
            </h2>
            <button type="button" className={css['close']} aria-label="Close" data-close>
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="m6 6 12 12M18 6 6 18" />
              </svg>
            </button>
          </div>
          <form action="/api/contact-us" method="post" noValidate {...formProps}>
            <ContactFields errors={errors} status={status} />
            <Decoy />
          </form>
        </div>
      </div>
    </dialog>
  )
}
