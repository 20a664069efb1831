import { once } from 'node:events'
import { type ClientHttp2Session, type ClientHttp2Stream, connect, type IncomingHttpHeaders } from 'node:http2'
import { text } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import { onTestFinished } from 'vitest'

interface Endpoint {
  port: number
  certificate: string
  localAddress: string
}

/** An answer over HTTP/2. */
interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** Calls a proxy of this machine under any host name, over TLS and HTTP/2, as a browser does. */
export class SecureClient {
  readonly #endpoint: Endpoint
  readonly #sessions = new Map<string, ClientHttp2Session>()

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint
  }

  get(host: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#answer(this.open(host, path, headers))
  }

  post(host: string, path: string, payload: object, headers: Record<string, string> = {}): Promise<Answer> {
    const ours = { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' }
    const stream = this.open(host, path, { ':method': 'POST', ...ours, ...headers })
    stream.end(JSON.stringify(payload))
    return this.#answer(stream)
  }

  /** Opens a call whose answer the test reads itself. */
  open(host: string, path: string, headers: Record<string, string>): ClientHttp2Stream {
    return this.#sessionWith(host).request({ ':path': path, ...headers })
  }

  /** Opens a call whose body, if it has one, never arrives. @returns the status of the answer; `none` without one */
  statusOf(host: string, path: string, headers: Record<string, string> = {}): Promise<number | 'none'> {
    const stream = this.open(host, path, headers)
    const closed = once(stream, 'close').then(() => 'none' as const)
    const answered = once(stream, 'response').then(([head]) => head[':status'] as number)
    return Promise.race([answered, closed]).catch(() => 'none')
  }

  /** Breaks off its calls. */
  close(): void {
    for (const session of this.#sessions.values()) session.destroy()
  }

  async #answer(stream: ClientHttp2Stream): Promise<Answer> {
    const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders & { ':status': number }]
    return { status: headers[':status'], headers, body: await text(stream) }
  }

  /** One connection for each host name. It fails where the proxy does not speak HTTP/2. */
  #sessionWith(host: string): ClientHttp2Session {
    const known = this.#sessions.get(host)
    if (known && !known.closed) return known
    const { port, certificate, localAddress } = this.#endpoint
    const socket = connectTls({
      ...{ host: '127.0.0.1', port, localAddress },
      ...{ ca: certificate, servername: host, ALPNProtocols: ['h2'] },
    })
    const session = connect(`https://${host}`, { createConnection: () => socket })
    session.on('error', () => {}) // each call fails with it
    onTestFinished(() => session.destroy())
    this.#sessions.set(host, session)
    return session
  }
}
