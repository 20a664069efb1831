import type { OutgoingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyInstance } from 'fastify'
import { PROBLEM_TYPE, problemDocument, Refusal, reasonPhrase } from './problem.ts'

/** Statuses by the code of Node's error; every other error is 400. */
const STATUSES: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/**
 * Answers a connection that sent something else than a request, or nothing in time, with a problem document, and closes
 * it. Fastify's own answer would say more.
 *
 * @param headers of every answer
 */
export function answerSocketErrors(headers: OutgoingHttpHeaders) {
  return function (this: FastifyInstance, error: ConnectionError, socket: Socket): void {
    if (socket.destroyed || error.code === 'ECONNRESET') return
    const status = STATUSES[error.code] ?? 400
    this.log.info({ status, code: error.code }, 'no valid request')
    const body = problemDocument(status)
    if (socket.writable) {
      const head = [
        `HTTP/1.1 ${status} ${reasonPhrase(status)}`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        `content-type: ${PROBLEM_TYPE}`,
        `content-length: ${body.length}`,
        'connection: close',
      ]
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
    }
    // Without waiting for the answer to be sent: a client that reads nothing would keep the connection.
    socket.destroy()
  }
}

/**
 * Refuses with 400 what Node accepts and a proxy may read otherwise: an address that is not a path, and a request that
 * names two hosts, or in HTTP/1.1 none. Node's own answer has no headers.
 */
export function refuseMalformedRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { rawHeaders, httpVersion } = request.raw
    const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
    const namesItsHost = hosts === 1 || (hosts === 0 && httpVersion === '1.0')
    if (!namesItsHost || !request.url.startsWith('/')) throw new Refusal(400)
  })
}
