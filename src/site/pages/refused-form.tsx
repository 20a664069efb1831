import type { RefusedPost } from '../../callback-request/rules.ts'
import type { Content, FormTexts } from '../../content/content.ts'
import { fill, say } from '../../content/fill.ts'
import type { LanguageTexts } from '../../content/schema.ts'
import { AppointmentFields } from '../appointment-form/appointment-fields.tsx'
import { ContactFields } from '../callback-modal/contact-fields.tsx'
import { RequestForm } from '../forms/request-form.tsx'
import { LinkedText } from '../linked-text.tsx'
import { mistakesClass, TelephoneLink, TextPage } from './layout.tsx'

const FIELDS = { appointment: AppointmentFields, contact: ContactFields }

/** What visitors read, by HTTP status: whether we have received the request, and what to do now. */
const REFUSALS: Readonly<Record<number, Exclude<keyof LanguageTexts['refusals'], 'callInstead' | 'openAgain'>>> = {
  400: 'unreadable',
  403: 'otherSite',
  413: 'tooLong',
  415: 'unreadable',
  429: 'tooMany',
  503: 'unavailable',
}

const refusalOf = (status: number, { refusals }: LanguageTexts) => refusals[REFUSALS[status] ?? 'unexpected']

/** The title of the page for a refusal with this HTTP status. */
export const refusalTitle = (status: number, texts: LanguageTexts) =>
  status === 422 ? texts.forms.check : refusalOf(status, texts).heading

/**
 * The page for an HTML form post that was refused. It says what to do now, and contains the form with the typed values
 * where they could be read, with its messages where it breaks a rule.
 */
export function RefusedFormPage({ content, ...refused }: RefusedPost & { content: Content }) {
  const { department, forms, path, texts } = content
  const { form, status, values } = refused
  if (status === 422) {
    const heading = form === 'appointment' ? forms.appointment.title : say('Get A Callback', forms.translations)
    return (
      <TextPage content={content} heading={heading}>
        <Mistakes texts={forms} {...refused} />
        <RetryForm texts={forms} {...refused} />
      </TextPage>
    )
  }
  const { heading, text } = refusalOf(status, texts)
  return (
    <TextPage content={content} heading={heading}>
      <p>{fill(text, { minutes: minutesText(refused.retryAfterSeconds ?? 60, texts.language.locale) })}</p>
      <p>
        <LinkedText
          text={texts.refusals.callInstead}
          elements={{ telephone: <TelephoneLink department={department} /> }}
        />
      </p>
      {values ? (
        <RetryForm texts={forms} {...refused} />
      ) : (
        <p>
          <a href={`${path}#${form}`}>{texts.refusals.openAgain}</a>
        </p>
      )}
    </TextPage>
  )
}

/** The messages in one list, each a link to its field. */
function Mistakes({ texts, form, errors }: Pick<RefusedPost, 'form' | 'errors'> & { texts: FormTexts }) {
  const labels: Readonly<Record<string, string>> =
    form === 'appointment'
      ? { ...texts.appointment, fullname: texts.appointment.name, selected: texts.appointment.service }
      : texts.contact
  return (
    <div className={mistakesClass}>
      <p>{texts.check}</p>
      <ul>
        {Object.entries(errors).map(([name, message = '']) => (
          <li key={name}>
            <a href={`#${form}-${name}`}>{`${labels[name] ?? labels.timeSlot}: ${say(message, texts.translations)}`}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The form with the typed values and its messages, ready to be sent again. */
function RetryForm({ texts, form, values, errors, campaign }: RefusedPost & { texts: FormTexts }) {
  const Fields = FIELDS[form]
  const isInvalid = Object.keys(errors).length > 0
  return (
    <RequestForm form={form} texts={texts}>
      {Object.entries(campaign ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={`utm_${name}`} value={value ?? ''} />
      ))}
      <Fields texts={texts} values={values ?? {}} errors={errors} status={isInvalid ? 'ERROR' : 'none'} />
    </RequestForm>
  )
}

/** Such as "10 minutes", rounded up. */
function minutesText(seconds: number, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' })
  return format.format(Math.ceil(seconds / 60))
}
