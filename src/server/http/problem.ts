import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import type { FieldErrors } from '../../callback-request/validation-result.ts'
import { StoreUnavailable } from '../storage/database/store-unavailable.ts'
import { formPageOf, type RenderFormPage } from './form-page.ts'

declare module 'fastify' {
  interface FastifyReply {
    /**
     * Refuses a call. A fetch submission gets a problem document (RFC 9457) that says no more than its status, and for
     * a form its messages: no stack, no path, nothing that the visitor typed. An HTML form post gets a page of the
     * site; what the visitor typed is nowhere but in its form.
     */
    problem(status: number, errors?: FieldErrors): FastifyReply
  }
}

export const PROBLEM_TYPE = 'application/problem+json'

/** When a caller may try again after the store was unavailable. */
const RETRY_AFTER_SECONDS = 10

/** Makes every refusal and every fault a problem document or a page. Faults are logged, and not told. */
export function answerWithProblems(app: FastifyInstance, { renderFormPage }: { renderFormPage: RenderFormPage }): void {
  app.decorateReply('problem', function (this: FastifyReply, status, errors) {
    this.code(status)
    const { isHtmlFormPost, routeOptions } = this.request
    const { form } = routeOptions.config
    return isHtmlFormPost && form
      ? this.type('text/html; charset=utf-8').send(renderFormPage(formPageOf(this, form, errors ?? {})))
      : this.type(PROBLEM_TYPE).send(problemText(status, errors))
  })

  app.setErrorHandler<FastifyError | StoreUnavailable>((error, request, reply) => {
    if (error instanceof StoreUnavailable) {
      request.log.error({ err: error }, 'the store is unavailable')
      return reply.header('retry-after', RETRY_AFTER_SECONDS).problem(503)
    }
    const { statusCode = 500 } = error
    if (statusCode >= 400 && statusCode < 500) {
      // Fastify hangs up on a body that is too large, which may reset the connection before the answer is read.
      return reply.removeHeader('connection').problem(statusCode)
    }
    request.log.error({ err: error }, 'unexpected fault')
    return reply.problem(500)
  })
}

/** Answers a request whose address Fastify cannot read; its own answer would repeat the address. */
export function answerBadAddress(_error: FastifyError, _request: unknown, reply: FastifyReply): void {
  reply.code(400).type(PROBLEM_TYPE).send(problemText(400))
}

/**
 * The name of a status. Node's list is asked for in this way because an import of `node:http` takes 50 ms of the start:
 * for it Node loads all that the module could give.
 */
export function titleOf(status: number): string | undefined {
  return process.getBuiltinModule('node:http').STATUS_CODES[status]
}

/** A problem document as JSON, in ASCII. */
export function problemText(status: number, errors?: FieldErrors): string {
  return JSON.stringify({ type: 'about:blank', title: titleOf(status), status, errors })
}
