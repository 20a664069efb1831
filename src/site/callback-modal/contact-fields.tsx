import type { ContactField } from '../../callback-request/contact.ts'
import type { FieldErrors } from '../../callback-request/outcome.ts'
import { TIME_SLOTS } from '../../callback-request/time-slots.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { department } from '../content.ts'
import { FormNote } from '../form-note.tsx'
import { FormStatus } from '../form-status.tsx'
import type { SubmitStatus } from '../form-submission.ts'
import { pastePhone } from '../paste-phone.ts'
import css from './contact-fields.module.css'

/** The five fields of Get A Callback, SUBMIT, and the status line below them. */
export function ContactFields({
  values = {},
  errors,
  status,
}: {
  values?: Readonly<Record<string, string>>
  errors: FieldErrors<ContactField>
  status: SubmitStatus
}) {
  return (
    <div className={css['fields']}>
      <TextField
        id="contact-name"
        name="name"
        label="Name"
        autoComplete="name"
        enterKeyHint="next"
        defaultValue={values['name']}
        error={errors.name}
      />
      <TextField
        id="contact-phone"
        name="phone"
        label="Phone"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        enterKeyHint="next"
        onPaste={pastePhone}
        defaultValue={values['phone']}
        error={errors.phone}
      />
      <TextField
        id="contact-email"
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
        id="contact-time-slot"
        name="time_slot"
        label="Preferred callback time"
        hint={department.timesAre}
        options={TIME_SLOTS}
        emptyOption="Choose a time"
        defaultValue={values['time_slot'] ?? ''}
        error={errors.time_slot}
      />
      <TextArea
        id="contact-message"
        name="message"
        label="Message (optional)"
        rows={3}
        defaultValue={values['message']}
        error={errors.message}
      />
      <SubmitButton busy={status === 'PENDING'} disabled={status === 'PENDING'}>
        SUBMIT
      </SubmitButton>
      <FormStatus status={status} />
      <FormNote className={css['note']} />
    </div>
  )
}
