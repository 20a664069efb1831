import type { FastifyPluginAsync } from 'fastify'
import { parseContact, parseContactCall } from '../../../callback-request/contact.ts'
import type { DecodedBody } from '../../http/body/decode-body.ts'
import { FORM_TYPE } from '../../http/body/media-type.ts'
import type { FormRouteOptions } from './form-route-options.ts'
import { answerPlainPost } from './plain-post.ts'
import { answerScript } from './script-call.ts'

export const contactRoute: FastifyPluginAsync<FormRouteOptions> = async (app, options) => {
  app.post<{ Body: DecodedBody }>(
    '/api/contact-us',
    { config: { form: 'contact', mediaType: FORM_TYPE } },
    (request, reply) =>
      request.isPlainPost
        ? answerPlainPost(request, reply, parseContact(request.body), options)
        : answerScript(request, reply, parseContactCall(request.body), options),
  )
}
