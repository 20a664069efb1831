import { once } from 'node:events'
import { type ClientHttp2Session, type ClientHttp2Stream, connect, type IncomingHttpHeaders } from 'node:http2'
import { text } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import { onTestFinished } from 'vitest'

type Headers = Record<string, string>

export type SecureClient = ReturnType<typeof secureClient>

/** Calls a proxy of this machine under any host name, over TLS and HTTP/2, as a browser does. */
export function secureClient(port: number, certificate: string, localAddress: string) {
  const sessions = new Map<string, ClientHttp2Session>()

  /** One connection for each host name. It fails where the proxy does not speak HTTP/2. */
  function sessionWith(host: string): ClientHttp2Session {
    const known = sessions.get(host)
    if (known && !known.closed) return known
    const peer = { host: '127.0.0.1', port, localAddress, ca: certificate, servername: host, ALPNProtocols: ['h2'] }
    const session = connect(`https://${host}`, { createConnection: () => connectTls(peer) })
    session.on('error', () => {}) // each call fails with it
    onTestFinished(() => session.destroy())
    sessions.set(host, session)
    return session
  }

  /** Opens a call whose answer the test reads itself. */
  const open = (host: string, path: string, headers: Headers) =>
    sessionWith(host).request({ ':path': path, ...headers })

  return {
    open,
    get: (host: string, path: string, headers: Headers = {}) => answerOf(open(host, path, headers)),
    post(host: string, path: string, payload: object, headers: Headers = {}) {
      const ours = { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' }
      const stream = open(host, path, { ':method': 'POST', ...ours, ...headers })
      stream.end(JSON.stringify(payload))
      return answerOf(stream)
    },
    /** Opens a call whose body, if it has one, never arrives. @returns the status of the answer; `none` without one */
    statusOf(host: string, path: string, headers: Headers = {}): Promise<number | 'none'> {
      const stream = open(host, path, headers)
      const closed = once(stream, 'close').then(() => 'none' as const)
      const answered = once(stream, 'response').then(([head]) => head[':status'] as number)
      return Promise.race([answered, closed]).catch(() => 'none')
    },
    /** Breaks off its calls. */
    close() {
      for (const session of sessions.values()) session.destroy()
    },
  }
}

async function answerOf(stream: ClientHttp2Stream) {
  const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders & { ':status': number }]
  return { status: headers[':status'], headers, body: await text(stream) }
}
