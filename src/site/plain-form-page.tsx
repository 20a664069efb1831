import type { FieldErrors } from '../callback-request/outcome.ts'
import { AppointmentFields } from './appointment-form/appointment-fields.tsx'
import { ContactFields } from './callback-modal/contact-fields.tsx'
import { Decoy } from './decoy.tsx'
import { TextPage } from './site-frame.tsx'

/** A form as the server answers it to a visitor without script: what was typed, and what is wrong with it. */
export interface PlainForm {
  form: 'appointment' | 'contact'
  /** As typed, by field name. */
  values: Readonly<Record<string, string>>
  /** By field name; none when the form was right and only could not be taken. */
  errors: FieldErrors
  /** Carried along, because the page's own address no longer names it. */
  campaign: Readonly<Record<string, string | undefined>> | null
}

const FORMS = {
  appointment: { heading: 'Ask for a callback', path: '/api/appointment', Fields: AppointmentFields },
  contact: { heading: 'Get A Callback', path: '/api/contact-us', Fields: ContactFields },
}

/** The page for a form that was posted without script and could not be taken. */
export function PlainFormPage({ form, values, errors, campaign }: PlainForm) {
  const { heading, path, Fields } = FORMS[form]
  return (
    <TextPage heading={heading}>
      <form action={path} method="post" noValidate>
        {Object.entries(campaign ?? {}).map(([name, value]) => (
          <input key={name} type="hidden" name={`utm_${name}`} value={value ?? ''} />
        ))}
        <Fields values={values} errors={errors} status="ERROR" />
        <Decoy />
      </form>
    </TextPage>
  )
}
