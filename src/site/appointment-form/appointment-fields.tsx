import type { AppointmentField } from '../../callback-request/appointment.ts'
import { say } from '../../content/fill.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { FormFooter, useVisitBox } from '../forms/form-footer.tsx'
import { PhoneField } from '../forms/phone-field.tsx'
import { EmailField, type FieldsProps, fieldsOf, NameField, TimeSlotField } from '../forms/visitor-fields.tsx'
import css from './appointment-fields.module.css'

/** The five fields, SEND, and the status line below them. */
export function AppointmentFields(props: FieldsProps<AppointmentField>) {
  const { texts, errors, status, button, outcome } = props
  const field = fieldsOf('appointment', props)
  const { translations, appointment: labels } = texts
  const { hasBox } = useVisitBox('appointment', status)
  const { readOnly: _, ...service } = field('selected')
  const services = texts.offer.services.map((service) => ({ value: service, text: say(service, translations) }))
  return (
    <div
      className={css.fields}
      data-invalid={Object.keys(errors).length > 0 ? '' : undefined}
      data-outcome={hasBox || status === 'ERROR' || status === 'FAILED' ? '' : undefined}
    >
      <NameField {...field('fullname')} label={labels.name} placeholder={say('Enter Name', translations)} />
      <PhoneField {...field('phone')} label={labels.phone} texts={texts} prefix={texts.countryPrefix} />
      <EmailField {...field('email')} label={labels.email} />
      <TimeSlotField {...field('time_slot')} label={labels.timeSlot} texts={texts} />
      <SelectField
        {...service}
        label={labels.service}
        options={services}
        emptyOption={labels.chooseService}
        aria-required
      />
      <div className={css.send}>
        <SubmitButton ref={button} busy={status === 'PENDING'}>
          {say('SEND', translations)}
        </SubmitButton>
      </div>
      <div className={css.footer}>
        <FormFooter form="appointment" status={status} texts={texts} outcome={outcome} />
      </div>
    </div>
  )
}
