import { type Contact, type ContactField, contactPayload, parseContact } from '../../callback-request/contact.ts'
import type { FormTexts } from '../../content/content.ts'
import { say } from '../../content/fill.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { FormFooter } from '../forms/form-footer.tsx'
import { usePost } from '../forms/post.ts'
import { RequestForm } from '../forms/request-form.tsx'
import { useFormSubmission } from '../forms/use-form-submission.ts'
import {
  EmailField,
  type FieldsProps,
  fieldsOf,
  NameField,
  PhoneField,
  TimeSlotField,
} from '../forms/visitor-fields.tsx'
import { closeModal, openModal, rememberStored } from '../startup/modal.ts'
import css from './callback-modal.module.css'

/**
 * The form in the modal: validates, sends and clears, then goes to the thank-you page. The modal opens again for a call
 * that fails after it was closed: otherwise the visitor would wait for our call.
 */
export function ContactForm({ texts }: { texts: FormTexts }) {
  const post = usePost()
  const { status, errors, formProps } = useFormSubmission({
    parse: (values) => parseContact(values, texts.offer),
    send: (contact: Contact) =>
      post('contact', 'application/x-www-form-urlencoded', new URLSearchParams(contactPayload(contact)).toString()),
    onFailed: openModal,
    onAccepted: () => {
      rememberStored()
      closeModal()
      location.assign(texts.thankYouPath)
    },
  })
  return (
    <RequestForm form="contact" texts={texts} {...formProps}>
      <ContactFields texts={texts} errors={errors} status={status} />
    </RequestForm>
  )
}

/** The five fields of Get A Callback, SUBMIT, and the status line below them. */
export function ContactFields({ status, ...typed }: FieldsProps<ContactField>) {
  const field = fieldsOf('contact', typed)
  const { texts } = typed
  const labels = texts.contact
  return (
    <div className={css.fields}>
      <NameField {...field('name')} label={labels.name} />
      <PhoneField {...field('phone')} label={labels.phone} texts={texts} />
      <EmailField {...field('email')} label={labels.email} />
      <TimeSlotField {...field('time_slot')} label={labels.timeSlot} texts={texts} />
      <TextArea {...field('message')} label={labels.message} rows={3} />
      <SubmitButton busy={status === 'PENDING'} disabled={status === 'PENDING'}>
        {say('SUBMIT', texts.translations)}
      </SubmitButton>
      <FormFooter status={status} texts={texts} />
    </div>
  )
}
