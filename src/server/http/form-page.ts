import type { FastifyReply } from 'fastify'
import type { Campaign } from '../../callback-request/campaign.ts'
import type { FieldErrors } from '../../callback-request/validation-result.ts'
import { campaignOfHtmlFormPost } from './campaign.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The form that this route takes. */
    form?: FormPage['form']
  }
}

/** The page that answers an HTML form post which was refused. */
export interface FormPage {
  form: 'appointment' | 'contact'
  status: number
  /** What was typed, by field name, to be shown again; also what the form does not ask for. Null where it was not read. */
  values: Readonly<Record<string, string>> | null
  errors: FieldErrors
  /** Carried in hidden fields `utm_source` …, since the page's address no longer says it. */
  campaign: Campaign | null
  /** After how many seconds the form may be sent again; null where that is not known. */
  retryAfterSeconds: number | null
}

/** Makes a whole page, as HTML. */
export type RenderFormPage = (page: FormPage) => string

/** What the page says that refuses this post, once status and headers of the answer are set. */
export function formPageOf(reply: FastifyReply, form: FormPage['form'], errors: FieldErrors): FormPage {
  const { request, statusCode: status } = reply
  const values = (request.body as Record<string, string> | null | undefined) ?? null
  return {
    form,
    status,
    values,
    errors,
    campaign: campaignOfHtmlFormPost(request.headers.referer, values ?? {}),
    retryAfterSeconds: Number(reply.getHeader('retry-after')) || null,
  }
}
