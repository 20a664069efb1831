import { type Refusal, refusals } from '../content.ts'
import { type RefusedForm, RetryForm } from './form-retry.tsx'
import { TelephoneLink, TextPage } from './layout.tsx'

/** The texts for a refusal with this HTTP status. */
export function refusalOf(status: number): Refusal {
  return refusals.byStatus[status] ?? refusals.unexpected
}

/**
 * The page for an HTML form post that was refused for any other reason than a broken rule. It says what to do now, and
 * contains the form with the typed values where they could be read.
 */
export function RefusalPage(refused: RefusedForm) {
  const { form, status, values, retryAfterSeconds } = refused
  const { heading, text } = refusalOf(status)
  return (
    <TextPage heading={heading}>
      <p>{typeof text === 'string' ? text : text(Math.ceil((retryAfterSeconds ?? 60) / 60))}</p>
      <p>
        You can also call us on <TelephoneLink />.
      </p>
      {values ? (
        <RetryForm {...refused} />
      ) : (
        <p>
          <a href={`/#${form}`}>Open the form again</a>
        </p>
      )}
    </TextPage>
  )
}
