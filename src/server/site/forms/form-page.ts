import type { FastifyReply } from 'fastify'
import type { Campaign } from '../../../callback-request/campaign.ts'
import type { FieldErrors } from '../../../callback-request/rules.ts'
import { campaignOfHtmlFormPost } from './campaign.ts'
import { languageOfHtmlFormPost } from './language.ts'

/** The page that answers a refused HTML form post. */
export interface FormPage {
  /** The code of the language of the page from which the form was sent. */
  language: string
  form: 'appointment' | 'contact'
  status: number
  /** What was typed, by field name, to be shown again; unknown fields too. Null where the body was not read. */
  values: Readonly<Record<string, string>> | null
  errors: FieldErrors
  /** Kept in hidden fields `utm_source` …, since the address of this page no longer names it. */
  campaign: Campaign | null
  /** After how many seconds the form may be sent again; null where that is not known. */
  retryAfterSeconds: number | null
}

/** Renders the whole page, as HTML. */
export type RenderFormPage = (page: FormPage) => string

/** Makes the function that refuses posts of a form with a page. What the visitor typed is only in the page's form. */
export function sendFormPage(
  form: FormPage['form'],
  { renderFormPage, languages }: { renderFormPage: RenderFormPage; languages: readonly string[] },
) {
  return (reply: FastifyReply, errors: FieldErrors = {}): FastifyReply => {
    const { request, statusCode: status } = reply
    const values = (request.body as Record<string, string> | null | undefined) ?? null
    const campaign = campaignOfHtmlFormPost(request.headers.referer, values ?? {})
    const retryAfterSeconds = Number(reply.getHeader('retry-after')) || null
    reply.header('x-robots-tag', 'noindex')
    return reply.type('text/html; charset=utf-8').send(
      renderFormPage({
        language: languageOfHtmlFormPost(request, languages),
        form,
        status,
        values,
        errors,
        campaign,
        retryAfterSeconds,
      }),
    )
  }
}
