import type { Socket } from 'node:net'
import type { ConnectionError, FastifyInstance } from 'fastify'
import { PROBLEM_TYPE, problemText, titleOf } from './problem.ts'

/** What Node says of a connection from which no request comes; all else that it cannot read is 400. */
const STATUSES: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/**
 * Answers a connection on which something else than a request came, or nothing in time, with a problem document like
 * every other refusal; and hangs up. Fastify's own answer would say more.
 */
export function answerSocketError(this: FastifyInstance, error: ConnectionError, socket: Socket): void {
  if (socket.destroyed || error.code === 'ECONNRESET') return
  const status = STATUSES[error.code] ?? 400
  this.log.info({ status, code: error.code }, 'no request')
  const body = problemText(status)
  if (socket.writable) {
    const head = [
      `HTTP/1.1 ${status} ${titleOf(status)}`,
      `Content-Type: ${PROBLEM_TYPE}`,
      `Content-Length: ${body.length}`,
      'X-Content-Type-Options: nosniff',
      'Connection: close',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
  // Not once the answer has gone out: who reads nothing would keep the connection.
  socket.destroy()
}
