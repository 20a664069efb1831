import type { FieldErrors } from '../../callback-request/rules.ts'
import type { Content, FormTexts } from '../../content/content.ts'
import { say } from '../../content/fill.ts'
import { AppointmentFields } from '../appointment-form/appointment-fields.tsx'
import { ContactFields } from '../callback-modal/contact-fields.tsx'
import { Honeypot } from '../forms/honeypot.tsx'
import { mistakesClass, TextPage } from './layout.tsx'

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
  appointment: { path: '/api/appointment', Fields: AppointmentFields },
  contact: { path: '/api/contact-us', Fields: ContactFields },
}

/** The page for an HTML form post that breaks a rule of its form. */
export function FormRetryPage({ content, ...refused }: RefusedForm & { content: Content }) {
  const { forms } = content
  const heading = refused.form === 'appointment' ? forms.appointment.title : say('Get A Callback', forms.translations)
  return (
    <TextPage content={content} heading={heading}>
      <Mistakes texts={forms} {...refused} />
      <RetryForm content={content} {...refused} />
    </TextPage>
  )
}

/** The messages in one list, each a link to its field. */
function Mistakes({ texts, form, errors }: Pick<RefusedForm, 'form' | 'errors'> & { texts: FormTexts }) {
  const labels: Readonly<Record<string, string>> =
    form === 'appointment'
      ? { ...texts.appointment, fullname: texts.appointment.name, selected: texts.appointment.service }
      : texts.contact
  return (
    <div className={mistakesClass}>
      <p>{texts.check}</p>
      <ul>
        {Object.entries(errors).map(([name, message]) => (
          <li key={name}>
            <a
              href={`#${form}-${name}`}
            >{`${labels[name] ?? labels.timeSlot}: ${say(message ?? '', texts.translations)}`}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The form with the typed values and its messages, ready to be sent again. */
export function RetryForm({
  content: { forms: texts },
  form,
  values,
  errors,
  campaign,
}: RefusedForm & { content: Content }) {
  const { path, Fields } = FORMS[form]
  const isInvalid = Object.keys(errors).length > 0
  return (
    <form action={`${path}${texts.query}`} method="post" noValidate>
      {Object.entries(campaign ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={`utm_${name}`} value={value ?? ''} />
      ))}
      <Fields texts={texts} values={values ?? {}} errors={errors} status={isInvalid ? 'ERROR' : 'none'} />
      <Honeypot texts={texts} />
    </form>
  )
}
