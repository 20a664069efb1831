import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/**
 * Writes one line for each request: how it was answered, and nothing about who sent it or what it contained. The route
 * is its pattern, never the address, which may contain anything that a visitor typed.
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
    if (error) request.log.warn({ ...line, err: error }, 'request aborted')
    else request.log.info(line, 'request')
  }
}
