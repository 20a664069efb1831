import { department, type Refusal, refusals } from '../content.ts'
import { FilledForm, type PlainForm } from './form-retry.tsx'
import { TextPage } from './layout.tsx'

/** What the department says of a refusal with this HTTP status. */
export function refusalOf(status: number): Refusal {
  return refusals.byStatus[status] ?? refusals.unexpected
}

/**
 * The page for a form that was posted without script and refused for another reason than a broken rule. It says what to
 * do now, and holds the form with what was typed where that could be read.
 */
export function RefusalPage(refused: PlainForm) {
  const { form, status, values, retryAfterSeconds } = refused
  const { heading, text } = refusalOf(status)
  return (
    <TextPage heading={heading}>
      <p>{typeof text === 'string' ? text : text(Math.ceil((retryAfterSeconds ?? 60) / 60))}</p>
      <p>
        You can also call us on <a href={`tel:${department.telephone.dialled}`}>{department.telephone.shown}</a>.
      </p>
      {values ? (
        <FilledForm {...refused} />
      ) : (
        <p>
          <a href={`/#${form}`}>Open the form again</a>
        </p>
      )}
    </TextPage>
  )
}
