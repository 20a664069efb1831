import type { Content } from '../../content/content.ts'
import { fill } from '../../content/fill.ts'
import type { LanguageTexts } from '../../content/schema.ts'
import { type RefusedForm, RetryForm } from './form-retry.tsx'
import { TelephoneLink, TextPage } from './layout.tsx'
import { LinkedText } from './linked-text.tsx'

/**
 * What visitors without script read when their form is refused, by HTTP status: whether we have received the request,
 * and what to do now.
 */
const TEXTS: Readonly<Record<number, Exclude<keyof LanguageTexts['refusals'], 'callInstead' | 'openAgain'>>> = {
  400: 'unreadable',
  403: 'otherSite',
  413: 'tooLong',
  415: 'unreadable',
  429: 'tooMany',
  503: 'unavailable',
}

/** The heading of the page for a refusal with this HTTP status. */
export const refusalHeading = (status: number, texts: LanguageTexts) => refusalOf(status, texts).heading

const refusalOf = (status: number, { refusals }: LanguageTexts) => refusals[TEXTS[status] ?? 'unexpected']

/**
 * The page for an HTML form post that was refused for any other reason than a broken rule. It says what to do now, and
 * contains the form with the typed values where they could be read.
 */
export function RefusalPage({ content, ...refused }: RefusedForm & { content: Content }) {
  const { department, path, texts } = content
  const { form, status, values, retryAfterSeconds } = refused
  const { heading, text } = refusalOf(status, texts)
  return (
    <TextPage content={content} heading={heading}>
      <p>{fill(text, { minutes: minutesText(retryAfterSeconds ?? 60, texts.language.locale) })}</p>
      <p>
        <LinkedText
          text={texts.refusals.callInstead}
          elements={{ telephone: <TelephoneLink department={department} /> }}
        />
      </p>
      {values ? (
        <RetryForm content={content} {...refused} />
      ) : (
        <p>
          <a href={`${path}#${form}`}>{texts.refusals.openAgain}</a>
        </p>
      )}
    </TextPage>
  )
}

/** Such as "10 minutes", rounded up. */
function minutesText(seconds: number, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' })
  return format.format(Math.ceil(seconds / 60))
}
