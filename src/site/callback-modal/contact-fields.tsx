import type { ContactField } from '../../callback-request/contact.ts'
import { say } from '../../content/fill.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { FormFooter } from '../forms/form-footer.tsx'
import {
  EmailField,
  type FieldsProps,
  fieldsOf,
  NameField,
  PhoneField,
  TimeSlotField,
} from '../forms/visitor-fields.tsx'
import css from './callback-modal.module.css'

/** The five fields of Get A Callback, SUBMIT, and the status line below them. */
export function ContactFields(props: FieldsProps<ContactField>) {
  const { texts, status, button, outcome } = props
  const field = fieldsOf('contact', props)
  const labels = texts.contact
  return (
    <div className={css.fields}>
      <NameField {...field('name')} label={labels.name} />
      <PhoneField {...field('phone')} label={labels.phone} texts={texts} />
      <EmailField {...field('email')} label={labels.email} />
      <TimeSlotField {...field('time_slot')} label={labels.timeSlot} texts={texts} />
      <TextArea {...field('message')} label={labels.message} rows={3} />
      <SubmitButton ref={button} busy={status === 'PENDING'} disabled={status === 'PENDING'}>
        {say('SUBMIT', texts.translations)}
      </SubmitButton>
      <FormFooter status={status} texts={texts} outcome={outcome} />
    </div>
  )
}
