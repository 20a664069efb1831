import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/**
 * Writes one line for each request: how it was answered, and nothing of who sent it or what. The route is its
 * pattern, never the address, in which a visitor may have written anything.
 */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override routeNotFound(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const line = {
      method: request.method,
      route: request.is404 ? null : (request.routeOptions.url ?? null),
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
    }
    if (error) request.log.warn({ ...line, err: error }, 'request broken off')
    else request.log.info(line, 'request')
  }
}
