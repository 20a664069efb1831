import type { FieldErrors } from '../../callback-request/rules.ts'
import { AppointmentFields } from '../appointment-form/appointment-fields.tsx'
import { ContactFields } from '../callback-modal/contact-fields.tsx'
import { Honeypot } from '../forms/honeypot.tsx'
import { TextPage } from './layout.tsx'

/** An HTML form post that was refused: what was typed, and why it was refused. */
export interface RefusedForm {
  form: 'appointment' | 'contact'
  /** HTTP status of the refusal; 422 when a rule of the form is broken. */
  status: number
  /** As typed, by field name; null where the body could not be read. */
  values: Readonly<Record<string, string>> | null
  /** By field name; empty unless a rule of the form is broken. */
  errors: FieldErrors
  /** Sent again with the form, because the address of this page does not contain it. */
  campaign: Readonly<Record<string, string | null>> | null
  /** After how many seconds the form may be sent again; null where that is not known. */
  retryAfterSeconds: number | null
}

const FORMS = {
  appointment: { heading: 'Ask for a callback', path: '/api/appointment', Fields: AppointmentFields },
  contact: { heading: 'Get A Callback', path: '/api/contact-us', Fields: ContactFields },
}

/** The page for an HTML form post that breaks a rule of its form. */
export function FormRetryPage(refused: RefusedForm) {
  return (
    <TextPage heading={FORMS[refused.form].heading}>
      <RetryForm {...refused} />
    </TextPage>
  )
}

/** The form with the typed values and its messages, ready to be sent again. */
export function RetryForm({ form, values, errors, campaign }: RefusedForm) {
  const { path, Fields } = FORMS[form]
  const isInvalid = Object.keys(errors).length > 0
  return (
    <form action={path} method="post" noValidate>
      {Object.entries(campaign ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={`utm_${name}`} value={value ?? ''} />
      ))}
      <Fields values={values ?? {}} errors={errors} status={isInvalid ? 'ERROR' : 'none'} />
      <Honeypot />
    </form>
  )
}
