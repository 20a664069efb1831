import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** A call of an HTTP listener. */
export interface Call {
  method?: string
  url: string
  headers?: Record<string, string>
  /** An object is sent as JSON; a text as it is, without a media type of its own. */
  payload?: string | object
}

interface SetCookie {
  name: string
  value: string
  [attribute: string]: string | true
}

/** An answer in the form that Fastify's `inject` gives it. */
export interface Answer {
  statusCode: number
  headers: IncomingHttpHeaders
  body: string
  cookies: SetCookie[]
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the answer
  json: () => any
}

/**
 * Calls a listener over real connections, which stay open between calls as a browser's do. Unlike `fetch` it sends the
 * headers that browsers keep for themselves, such as `Cookie` and `Origin`, and each path byte by byte.
 */
export class SocketClient {
  readonly #agent = new Agent({ keepAlive: true })
  readonly #address: () => Promise<string>
  readonly #headers: Record<string, string>

  /** @param headers of every call */
  constructor(address: () => Promise<string>, headers: Record<string, string> = {}) {
    this.#address = address
    this.#headers = headers
  }

  async call({ method = 'GET', url, headers, payload }: Call): Promise<Answer> {
    const { hostname, port } = new URL(await this.#address())
    const outgoing = request({ agent: this.#agent, hostname, port, method, path: url })
    const content = typeof payload === 'object' ? JSON.stringify(payload) : payload
    if (typeof payload === 'object') outgoing.setHeader('content-type', 'application/json')
    if (content !== undefined) outgoing.setHeader('content-length', Buffer.byteLength(content))
    for (const [name, value] of Object.entries({ ...this.#headers, ...headers })) outgoing.setHeader(name, value)
    outgoing.end(content)
    const [incoming] = await once(outgoing, 'response')
    const body = await text(incoming)
    return {
      statusCode: incoming.statusCode,
      headers: incoming.headers,
      body,
      cookies: (incoming.headers['set-cookie'] ?? []).map(readSetCookie),
      json: () => JSON.parse(body),
    }
  }

  /** Closes the connections. */
  close(): void {
    this.#agent.destroy()
  }
}

function readSetCookie(header: string): SetCookie {
  const [first = '', ...attributes] = header.split('; ')
  const end = first.indexOf('=')
  const named = attributes.map((attribute) => {
    const [name = '', value = true] = attribute.split('=')
    return [name.charAt(0).toLowerCase() + name.slice(1).replace('-', ''), value] as const
  })
  return { ...Object.fromEntries(named), name: first.slice(0, end), value: first.slice(end + 1) }
}
