import type { AppointmentField } from '../../callback-request/appointment.ts'
import { SERVICES } from '../../callback-request/services.ts'
import type { FieldErrors } from '../../callback-request/validation-result.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { FormFooter } from '../forms/form-footer.tsx'
import type { SubmitStatus } from '../forms/submit-status.ts'
import { EmailField, NameField, PhoneField, TimeSlotField } from '../forms/visitor-fields.tsx'
import css from './appointment-fields.module.css'

/** The five fields, SEND, and the status line below them. */
export function AppointmentFields({
  values = {},
  errors,
  status,
}: {
  values?: Readonly<Record<string, string>>
  errors: FieldErrors<AppointmentField>
  status: SubmitStatus
}) {
  const field = (name: AppointmentField) => ({
    id: `appointment-${name}`,
    name,
    defaultValue: values[name],
    error: errors[name],
  })
  return (
    <div className={css.fields} data-invalid={Object.keys(errors).length > 0 ? '' : undefined}>
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
