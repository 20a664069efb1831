import type { AppointmentField } from '../../callback-request/appointment.ts'
import type { FieldErrors } from '../../callback-request/outcome.ts'
import { SERVICES } from '../../callback-request/services.ts'
import { TIME_SLOTS } from '../../callback-request/time-slots.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { department } from '../content.ts'
import { FormNote } from '../form-note.tsx'
import { FormStatus } from '../form-status.tsx'
import type { SubmitStatus } from '../form-submission.ts'
import { pastePhone } from '../paste-phone.ts'
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
  return (
    <div className={css['fields']}>
      <TextField
        id="appointment-fullname"
        name="fullname"
        label="Name"
        placeholder="Enter Name"
        autoComplete="name"
        enterKeyHint="next"
        defaultValue={values['fullname']}
        error={errors.fullname}
      />
      <TextField
        id="appointment-phone"
        name="phone"
        label="Mobile number"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        enterKeyHint="next"
        onPaste={pastePhone}
        defaultValue={values['phone']}
        error={errors.phone}
      />
      <TextField
        id="appointment-email"
        name="email"
        label="Email"
        type="text"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck="false"
        enterKeyHint="next"
        defaultValue={values['email']}
        error={errors.email}
      />
      <SelectField
        id="appointment-time-slot"
        name="time_slot"
        label="Preferred callback time"
        hint={department.timesAre}
        options={TIME_SLOTS}
        emptyOption="Choose a time"
        defaultValue={values['time_slot'] ?? ''}
        error={errors.time_slot}
      />
      <SelectField
        id="appointment-selected"
        name="selected"
        label="Type of service"
        options={SERVICES}
        emptyOption="Choose a service"
        defaultValue={values['selected'] ?? ''}
        error={errors.selected}
      />
      <div className={css['send']}>
        <SubmitButton busy={status === 'PENDING'}>SEND</SubmitButton>
      </div>
      <div className={css['foot']}>
        <FormStatus status={status} />
        <FormNote className={css['note']} />
      </div>
    </div>
  )
}
