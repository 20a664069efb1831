import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A cookie of this host alone, which scripts cannot read. */
export class HostCookie {
  readonly #name: string
  readonly #attributes: { path: string; httpOnly: boolean; sameSite: 'strict' | 'lax'; secure: boolean }

  /**
   * @param deskUrl the desk's address as staff see it; null without a proxy
   * @param sameSite `lax` sends it also when a link on another site leads here
   */
  constructor(name: string, deskUrl: URL | null, sameSite: 'strict' | 'lax') {
    const secure = deskUrl?.protocol === 'https:'
    // The prefix makes browsers refuse the cookie from any other host and from http.
    this.#name = secure ? `__Host-${name}` : name
    this.#attributes = { path: '/', httpOnly: true, sameSite, secure }
  }

  valueIn(request: FastifyRequest): string | undefined {
    return request.cookies[this.#name]
  }

  /** @param lifetime without it, the cookie ends with the browser's session */
  set(reply: FastifyReply, value: string, lifetime: { maxAge?: number } = {}): void {
    reply.setCookie(this.#name, value, { ...this.#attributes, ...lifetime })
  }

  clear(reply: FastifyReply): void {
    reply.clearCookie(this.#name, this.#attributes)
  }
}

/** The cookie that holds a session's token. */
export class SessionCookie extends HostCookie {
  constructor(deskUrl: URL | null) {
    super('desk', deskUrl, 'strict')
  }

  /** What the store has of the token. */
  tokenHashOf(request: FastifyRequest): string | undefined {
    const token = this.valueIn(request)
    return token === undefined ? undefined : hash('sha256', token)
  }
}
