import type { FastifyPluginAsync } from 'fastify'
import { parseContact, parseContactCall } from '../../../callback-request/contact.ts'
import type { DecodedBody } from '../../http/body/decode-body.ts'
import { FORM_TYPE } from '../../http/body/media-type.ts'
import { answerFetchSubmission } from './fetch-submission.ts'
import type { FormRouteOptions } from './form-route-options.ts'
import { answerHtmlFormPost } from './html-form-submission.ts'

export const contactRoute: FastifyPluginAsync<FormRouteOptions> = async (app, options) => {
  app.post<{ Body: DecodedBody }>(
    '/api/contact-us',
    { config: { form: 'contact', mediaType: FORM_TYPE } },
    (request, reply) =>
      request.isHtmlFormPost
        ? answerHtmlFormPost(request, reply, parseContact(request.body), options)
        : answerFetchSubmission(request, reply, parseContactCall(request.body), options),
  )
}
