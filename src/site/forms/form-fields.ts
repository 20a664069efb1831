import type { FieldErrors } from '../../callback-request/rules.ts'
import type { CallbackDetails } from '../../callback-request/stored-request.ts'
import type { FormTexts } from '../../content/content.ts'
import { say } from '../../content/fill.ts'
import type { SubmitStatus } from './submit-status.ts'

/** What the fields of a form show: the values to begin with, the messages, and how the submission stands. */
export interface FieldsProps<Name extends string> {
  texts: FormTexts
  values?: Readonly<Record<string, string>>
  errors: FieldErrors<Name>
  status: SubmitStatus
  /** What happens next, once a request is stored. */
  sent?: string
}

/** Returns the props of a form's field by its name. Ids are unique in the page, which contains both forms. */
export const fieldsOf =
  <Name extends string>(
    form: CallbackDetails['form'],
    { values, errors, texts }: Omit<FieldsProps<Name>, 'status' | 'sent'>,
  ) =>
  (name: Name) => {
    const error = errors[name]
    return {
      id: `${form}-${name}`,
      name,
      defaultValue: values?.[name],
      error: error && say(error, texts.translations),
    }
  }
