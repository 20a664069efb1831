import { type Contact, contactPayload, parseContact } from '../../callback-request/contact.ts'
import type { FormTexts } from '../../content/content.ts'
import { Honeypot } from '../forms/honeypot.tsx'
import { usePost } from '../forms/post.ts'
import { useFormSubmission } from '../forms/use-form-submission.ts'
import { closeModal, rememberStored } from '../startup/modal.ts'
import { ContactFields } from './contact-fields.tsx'

/** The form in the modal: validates, sends and clears, then goes to the thank-you page. */
export function ContactForm({ texts }: { texts: FormTexts }) {
  const post = usePost()
  const { status, errors, formProps } = useFormSubmission({
    parse: (values) => parseContact(values, texts.offer),
    send: (contact: Contact) =>
      post({
        path: '/api/contact-us',
        contentType: 'application/x-www-form-urlencoded',
        body: new URLSearchParams(contactPayload(contact)).toString(),
      }),
    onAccepted: () => {
      rememberStored()
      closeModal()
      location.assign(texts.thankYouPath)
    },
  })
  return (
    <form action={`/api/contact-us${texts.query}`} method="post" noValidate {...formProps}>
      <ContactFields texts={texts} errors={errors} status={status} />
      <Honeypot texts={texts} />
    </form>
  )
}
