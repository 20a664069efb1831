import type { FieldErrors } from '../../callback-request/outcome.ts'
import type { Campaign } from '../storage/stored-request.ts'

/** A form that is shown again after a plain post. */
export interface FormPage {
  form: 'appointment' | 'contact'
  /** What was typed, by field name; also what the form does not ask for. */
  values: Readonly<Record<string, string>>
  errors: FieldErrors
  /** Carried in hidden fields `utm_source` …, since the page's address no longer says it. */
  campaign: Campaign | null
}

/** Makes a whole page, as HTML. */
export type RenderFormPage = (page: FormPage) => string
