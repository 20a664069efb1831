import type { CallbackRequests } from '../storage/callback-requests.ts'
import type { RenderFormPage } from './form-page.ts'
import type { RepeatedTexts } from './repeated-texts.ts'

/** What both form routes need. */
export interface FormRouteOptions {
  requests: CallbackRequests
  now: () => Date
  /** The privacy notice that is in force. */
  noticeVersion: string
  renderFormPage: RenderFormPage
  repeatedTexts: RepeatedTexts
}
