import type { FastifyPluginAsync } from 'fastify'
import { parseAppointment, parseAppointmentCall } from '../../../callback-request/appointment.ts'
import type { DecodedBody } from '../../http/body/decode-body.ts'
import { JSON_TYPE } from '../../http/body/media-type.ts'
import { answerFetchSubmission } from './fetch-submission.ts'
import type { FormRouteOptions } from './form-route-options.ts'
import { answerHtmlFormPost } from './html-form-submission.ts'

export const appointmentRoute: FastifyPluginAsync<FormRouteOptions> = async (app, options) => {
  app.post<{ Body: DecodedBody }>(
    '/api/appointment',
    { config: { form: 'appointment', mediaType: JSON_TYPE } },
    (request, reply) =>
      request.isHtmlFormPost
        ? answerHtmlFormPost(request, reply, parseAppointment(request.body), options)
        : answerFetchSubmission(request, reply, parseAppointmentCall(request.body), options),
  )
}
