import type { Campaign } from './campaign.ts'
import type { FieldErrors } from './rules.ts'

/** An HTML form post that was refused: what was typed, and why it was refused. */
export interface RefusedPost {
  form: 'appointment' | 'contact'
  /** HTTP status of the refusal; 422 when a rule of the form is broken. */
  status: number
  /** As typed, by field name, unknown fields too; null where the body could not be read. */
  values: Readonly<Record<string, string>> | null
  /** By field name; empty unless a rule of the form is broken. */
  errors: FieldErrors
  /** Sent again with the form, because the address of the page that answers does not contain it. */
  campaign: Campaign | null
  /** After how many seconds the form may be sent again; null where that is not known. */
  retryAfterSeconds: number | null
}
