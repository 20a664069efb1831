import type { ContactField } from '../../callback-request/contact.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { type FieldsProps, fieldsOf } from '../forms/form-fields.ts'
import { FormFooter } from '../forms/form-footer.tsx'
import { EmailField, NameField, PhoneField, TimeSlotField } from '../forms/visitor-fields.tsx'
import css from './contact-fields.module.css'

/** The five fields of Get A Callback, SUBMIT, and the status line below them. */
export function ContactFields({ status, ...typed }: FieldsProps<ContactField>) {
  const field = fieldsOf('contact', typed)
  return (
    <div className={css.fields}>
      <NameField {...field('name')} label="Name" />
      <PhoneField {...field('phone')} label="Phone" />
      <EmailField {...field('email')} label="Email" />
      <TimeSlotField {...field('time_slot')} label="Preferred callback time" />
      <TextArea {...field('message')} label="Message (optional)" rows={3} />
      <SubmitButton busy={status === 'PENDING'} disabled={status === 'PENDING'}>
        SUBMIT
      </SubmitButton>
      <FormFooter status={status} />
    </div>
  )
}
