import type { ContactField } from '../../callback-request/contact.ts'
import type { FormTexts } from '../../content/content.ts'
import { fill, say } from '../../content/fill.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { FormFooter } from '../forms/form-footer.tsx'
import { PhoneField } from '../forms/phone-field.tsx'
import { EmailField, type FieldsProps, fieldsOf, NameField, TimeSlotField } from '../forms/visitor-fields.tsx'
import css from './callback-modal.module.css'

/** The five fields of Get A Callback, SUBMIT, and the status line below them. */
export function ContactFields(props: FieldsProps<ContactField>) {
  const { texts, status, button, outcome } = props
  const field = fieldsOf('contact', props)
  const labels = texts.contact
  return (
    <div className={css.fields}>
      <NameField {...field('name')} label={labels.name} />
      <PhoneField {...field('phone')} label={labels.phone} texts={texts} hintOf={(number) => hintOf(number, texts)} />
      <EmailField {...field('email')} label={labels.email} />
      <TimeSlotField {...field('time_slot')} label={labels.timeSlot} texts={texts} />
      <TextArea {...field('message')} label={labels.message} rows={3} />
      <SubmitButton ref={button} busy={status === 'PENDING'} disabled={status === 'PENDING'}>
        {say('SUBMIT', texts.translations)}
      </SubmitButton>
      <FormFooter form="contact" status={status} texts={texts} outcome={outcome} />
    </div>
  )
}

/** Asks about a number with more digits than the country's have: the rules accept it. */
function hintOf(number: string, { offer, manyDigits }: FormTexts): string {
  const { length } = number.replace(/\D/g, '')
  return length > offer.phoneDigits.most ? fill(manyDigits, { count: String(length) }) : ''
}
