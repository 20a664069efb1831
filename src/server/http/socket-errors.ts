import type { Socket } from 'node:net'
import type { ConnectionError, FastifyInstance } from 'fastify'
import { PROBLEM_TYPE, problemDocument, reasonPhrase } from './problem.ts'

/** Statuses by the code of Node's error; every other error is 400. */
const STATUSES: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/**
 * Answers a connection that sent something else than a request, or nothing in time, with a problem document, and closes
 * it. Fastify's own answer would say more.
 */
export function answerSocketError(this: FastifyInstance, error: ConnectionError, socket: Socket): void {
  if (socket.destroyed || error.code === 'ECONNRESET') return
  const status = STATUSES[error.code] ?? 400
  this.log.info({ status, code: error.code }, 'no valid request')
  const body = problemDocument(status)
  if (socket.writable) {
    const head = [
      `HTTP/1.1 ${status} ${reasonPhrase(status)}`,
      `Content-Type: ${PROBLEM_TYPE}`,
      `Content-Length: ${body.length}`,
      'X-Content-Type-Options: nosniff',
      'Connection: close',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
  // Without waiting for the answer to be sent: a client that reads nothing would keep the connection.
  socket.destroy()
}
