import type { FieldErrors } from '../../callback-request/validation-result.ts'
import { AppointmentFields } from '../appointment-form/appointment-fields.tsx'
import { ContactFields } from '../callback-modal/contact-fields.tsx'
import { Honeypot } from '../forms/honeypot.tsx'
import { TextPage } from './layout.tsx'

/** A form that was posted without script and refused: what was typed, and why it could not be taken. */
export interface PlainForm {
  form: 'appointment' | 'contact'
  /** HTTP status of the refusal; 422 when a rule of the form is broken. */
  status: number
  /** As typed, by field name; null where it could not be read. */
  values: Readonly<Record<string, string>> | null
  /** By field name; none unless a rule of the form is broken. */
  errors: FieldErrors
  /** Carried along, because the page's own address no longer names it. */
  campaign: Readonly<Record<string, string | null>> | null
  /** After how many seconds the form may be sent again, where that is known. */
  retryAfterSeconds: number | null
}

const FORMS = {
  appointment: { heading: 'Ask for a callback', path: '/api/appointment', Fields: AppointmentFields },
  contact: { heading: 'Get A Callback', path: '/api/contact-us', Fields: ContactFields },
}

/** The page for a form that was posted without script and breaks a rule. */
export function FormRetryPage(refused: PlainForm) {
  return (
    <TextPage heading={FORMS[refused.form].heading}>
      <FilledForm {...refused} />
    </TextPage>
  )
}

/** The form again, with what was typed and what is wrong with it; ready to be sent. */
export function FilledForm({ form, values, errors, campaign }: PlainForm) {
  const { path, Fields } = FORMS[form]
  const isWrong = Object.keys(errors).length > 0
  return (
    <form action={path} method="post" noValidate>
      {Object.entries(campaign ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={`utm_${name}`} value={value ?? ''} />
      ))}
      <Fields values={values ?? {}} errors={errors} status={isWrong ? 'ERROR' : 'none'} />
      <Honeypot />
    </form>
  )
}
