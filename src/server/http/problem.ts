import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import type { FieldErrors } from '../../callback-request/rules.ts'
import { StoreUnavailable } from '../storage/database/store-unavailable.ts'

declare module 'fastify' {
  interface FastifyReply {
    /**
     * Refuses a call, with the `sendRefusal` of its route or else a problem document.
     *
     * @param errors a form's messages, by field name
     */
    refuse(status: number, errors?: FieldErrors): FastifyReply
  }

  interface FastifyContextConfig {
    /** Sends a refusal as something else than a problem document. The status and headers of the answer are set. */
    sendRefusal?: (reply: FastifyReply, errors: FieldErrors | undefined) => FastifyReply
  }
}

/** What a problem document says in addition to its status. */
export type ProblemMembers = Readonly<{ errors?: FieldErrors; code?: string; claim?: object | null }>

export const PROBLEM_TYPE = 'application/problem+json'

/** When a caller may try again after the store was unavailable. */
const RETRY_AFTER_SECONDS = 10

/** Adds `reply.refuse`, and answers every fault with it. A fault is logged; the answer does not describe it. */
export function answerRefusals(app: FastifyInstance): void {
  app.decorateReply('refuse', function (this: FastifyReply, status, errors) {
    const { sendRefusal } = this.request.routeOptions.config
    return sendRefusal ? sendRefusal(this.code(status), errors) : sendProblem(this.code(status), errors && { errors })
  })

  app.setErrorHandler<FastifyError | StoreUnavailable>((error, request, reply) => {
    if (error instanceof StoreUnavailable) {
      request.log.error({ err: error }, 'the store is unavailable')
      return reply.header('retry-after', RETRY_AFTER_SECONDS).refuse(503)
    }
    const { statusCode = 500 } = error
    if (statusCode >= 400 && statusCode < 500) {
      // Fastify closes the connection after a body that is too large, which may reset it before the answer is read.
      return reply.removeHeader('connection').refuse(statusCode)
    }
    request.log.error({ err: error }, 'unexpected fault')
    return reply.refuse(500)
  })
}

/**
 * A problem document (RFC 9457) as JSON, in ASCII. It says no more than the status, and the members that a route adds,
 * such as a form's messages: no stack, no path, nothing that the visitor typed.
 */
export function problemDocument(status: number, members: ProblemMembers = {}): string {
  return JSON.stringify({ type: 'about:blank', title: reasonPhrase(status), status, ...members })
}

/**
 * The standard phrase of an HTTP status. Node's list is read in this way because an import of `node:http` takes 50 ms of
 * the start: Node loads everything that the module exports.
 */
export function reasonPhrase(status: number): string | undefined {
  return process.getBuiltinModule('node:http').STATUS_CODES[status]
}

/** Sends a problem document with the status of the answer. */
export function sendProblem(reply: FastifyReply, members?: ProblemMembers): FastifyReply {
  return reply.type(PROBLEM_TYPE).send(problemDocument(reply.statusCode, members))
}
