import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FieldErrors, RefusedPost } from '../../../callback-request/rules.ts'
import { readableFields } from '../../http/body/decode-body.ts'
import { FORM_TYPE, mediaTypeOf } from '../../http/body/request-body.ts'
import { campaignOfHtmlFormPost, languageOfHtmlFormPost } from './calling-page.ts'

/** The page that answers a refused post, in the language of the page from which the form was sent. */
export type FormPage = RefusedPost & { language: string }

/** Renders the whole page, as HTML. */
export type RenderFormPage = (page: FormPage) => string

/**
 * Makes the function that refuses posts of a form with a page. What the visitor typed is only in the page's form, and
 * only if the post comes from a page of ours.
 */
export function sendFormPage(
  form: FormPage['form'],
  { renderFormPage, languages }: { renderFormPage: RenderFormPage; languages: readonly string[] },
) {
  const send = (reply: FastifyReply, values: FormPage['values'], errors: FieldErrors) => {
    const { request, statusCode: status } = reply
    return reply.send(
      renderFormPage({
        language: languageOfHtmlFormPost(request, languages),
        form,
        status,
        values,
        errors,
        campaign: campaignOfHtmlFormPost(request.headers.referer, values ?? {}),
        retryAfterSeconds: Number(reply.getHeader('retry-after')) || null,
      }),
    )
  }
  return (reply: FastifyReply, errors: FieldErrors = {}): FastifyReply => {
    reply.header('x-robots-tag', 'noindex').type('text/html; charset=utf-8')
    const { body } = reply.request as { body: Buffer | Record<string, string> | null | undefined }
    if (body) return send(reply, Buffer.isBuffer(body) ? readableFields(body) : body, errors)
    if (reply.statusCode !== 429) return send(reply, null, errors)
    void unreadFields(reply.request).then((values) => send(reply, values, errors))
    return reply
  }
}

/** What was typed in a post that is refused before its body is read. Null where it cannot be read. */
async function unreadFields({ headers, raw, routeOptions }: FastifyRequest): Promise<FormPage['values']> {
  // Without a length, the body could go on without end.
  const bytes = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY)
  if (mediaTypeOf(headers['content-type']) !== FORM_TYPE || bytes > (routeOptions.bodyLimit ?? 0)) return null
  try {
    return readableFields(Buffer.concat(await raw.toArray()))
  } catch {
    return null // the connection has broken
  }
}
