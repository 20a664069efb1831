import { setTimeout } from 'node:timers/promises'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FieldErrors } from '../../callback-request/rules.ts'
import { SessionEnded } from '../storage/audit.ts'
import { StoreUnavailable } from '../storage/database/store-unavailable.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Sends a refusal as something else than a problem document. The status and headers of the answer are set. */
    sendRefusal?: (reply: FastifyReply, errors: FieldErrors | undefined) => FastifyReply
  }
}

/** What a problem document says in addition to its status. */
export type ProblemMembers = Readonly<{ errors?: FieldErrors; code?: string; claim?: object | null }>

export const PROBLEM_TYPE = 'application/problem+json'

/** So seldom that they take a tenth of the thread: one takes 0.1 to 0.2 ms. */
const REFUSAL_EVERY_MS = 2
const MAX_REFUSAL_WAIT_MS = 2_000

/** When a caller may try again after the store was unavailable. */
const RETRY_AFTER_SECONDS = 10

/** Ends a call with a refusal, wherever its reason is found. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly members: ProblemMembers
  readonly headers: Readonly<Record<string, string | number>>

  /** @param members a form's messages by field, or a code that tells the page why */
  constructor(status: number, members: ProblemMembers = {}, headers: Refusal['headers'] = {}) {
    super(`${status}`)
    this.status = status
    this.members = members
    this.headers = headers
  }
}

/** Answers each refusal and each fault, with the `sendRefusal` of the route or else a problem document. */
export function answerRefusals(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | StoreUnavailable | Refusal>(async (error, request, reply) => {
    const { status, members, headers } = refusalOf(error, request)
    if (status === 429 || status === 503) await turnOfRefusal()
    // Fastify closes the connection after a body that is too large, which may reset it before the answer is read.
    reply.removeHeader('connection').headers(headers).code(status)
    const { sendRefusal } = request.routeOptions.config
    return sendRefusal ? sendRefusal(reply, members.errors) : sendProblem(reply, members)
  })
}

let nextRefusalAt = 0

/**
 * Waits until the next caller may be asked to come back later. Who is asked to and calls again at once, on hundreds of
 * connections, would otherwise take the thread from everybody else. A single caller does not notice.
 */
async function turnOfRefusal(): Promise<void> {
  const now = performance.now()
  const waitMs = Math.min(Math.max(nextRefusalAt - now, 0), MAX_REFUSAL_WAIT_MS)
  nextRefusalAt = now + waitMs + REFUSAL_EVERY_MS
  if (waitMs > 0) await setTimeout(waitMs)
}

/** A fault is logged; its refusal does not describe it. */
function refusalOf(error: FastifyError | StoreUnavailable | Refusal, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof SessionEnded) return new Refusal(401)
  if (error instanceof StoreUnavailable) {
    request.log.error({ err: error }, 'the store is unavailable')
    return new Refusal(503, {}, { 'retry-after': RETRY_AFTER_SECONDS })
  }
  const { statusCode = 500 } = error
  if (statusCode >= 400 && statusCode < 500) return new Refusal(statusCode)
  request.log.error({ err: error }, 'unexpected fault')
  return new Refusal(500)
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
