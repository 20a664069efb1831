import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Sets and reads the cookie that holds a session's token. It ends with the browser's session. */
export class SessionCookie {
  readonly #isSecure: boolean
  readonly #name: string

  /** @param deskUrl the desk's address as staff see it; null without a proxy */
  constructor(deskUrl: URL | null) {
    this.#isSecure = deskUrl?.protocol === 'https:'
    // The prefix makes browsers refuse the cookie from any other host and from http.
    this.#name = this.#isSecure ? '__Host-desk' : 'desk'
  }

  tokenOf(request: FastifyRequest): string | undefined {
    return request.cookies[this.#name]
  }

  /** What the store has of the token. */
  tokenHashOf(request: FastifyRequest): string | undefined {
    const token = this.tokenOf(request)
    return token === undefined ? undefined : hash('sha256', token)
  }

  set(reply: FastifyReply, token: string): void {
    reply.setCookie(this.#name, token, this.#attributes())
  }

  clear(reply: FastifyReply): void {
    reply.clearCookie(this.#name, this.#attributes())
  }

  #attributes() {
    return { path: '/', httpOnly: true, sameSite: 'strict', secure: this.#isSecure } as const
  }
}
