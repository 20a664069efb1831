import type { FastifyPluginAsync } from 'fastify'
import { parseAppointment, parseAppointmentCall } from '../../../callback-request/appointment.ts'
import type { DecodedBody } from '../../http/body/decode-body.ts'
import { JSON_TYPE } from '../../http/body/media-type.ts'
import type { FormRouteOptions } from './form-route-options.ts'
import { answerPlainPost } from './plain-post.ts'
import { answerScript } from './script-call.ts'

export const appointmentRoute: FastifyPluginAsync<FormRouteOptions> = async (app, options) => {
  app.post<{ Body: DecodedBody }>(
    '/api/appointment',
    { config: { form: 'appointment', mediaType: JSON_TYPE } },
    (request, reply) =>
      request.isPlainPost
        ? answerPlainPost(request, reply, parseAppointment(request.body), options)
        : answerScript(request, reply, parseAppointmentCall(request.body), options),
  )
}
