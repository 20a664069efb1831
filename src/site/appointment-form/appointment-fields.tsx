import type { AppointmentField } from '../../callback-request/appointment.ts'
import { SERVICES } from '../../callback-request/services.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { type FieldsProps, fieldsOf } from '../forms/form-fields.ts'
import { FormFooter } from '../forms/form-footer.tsx'
import { EmailField, NameField, PhoneField, TimeSlotField } from '../forms/visitor-fields.tsx'
import css from './appointment-fields.module.css'

/** The five fields, SEND, and the status line below them. */
export function AppointmentFields({ status, ...typed }: FieldsProps<AppointmentField>) {
  const field = fieldsOf('appointment', typed)
  return (
    <div className={css.fields} data-invalid={Object.keys(typed.errors).length > 0 ? '' : undefined}>
      <NameField {...field('fullname')} label="Name" placeholder="Enter Name" />
      <PhoneField {...field('phone')} label="Mobile number" />
      <EmailField {...field('email')} label="Email" />
      <TimeSlotField {...field('time_slot')} label="Preferred callback time" />
      <SelectField {...field('selected')} label="Type of service" options={SERVICES} emptyOption="Choose a service" />
      <div className={css.send}>
        <SubmitButton busy={status === 'PENDING'}>SEND</SubmitButton>
      </div>
      <div className={css.footer}>
        <FormFooter status={status} />
      </div>
    </div>
  )
}
