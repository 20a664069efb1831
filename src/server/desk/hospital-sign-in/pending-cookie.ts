import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PendingSignIn } from './provider.ts'

/** How long somebody may take at the provider: 10 minutes. */
const MAX_AGE_SECONDS = 600

/**
 * Keeps a sign-in that has begun in the browser that began it, until the provider sends the browser back. Other than the
 * session's, this cookie is also sent when a link on another site leads here.
 */
export class PendingCookie {
  readonly #isSecure: boolean
  readonly #name: string
  readonly #now: () => Date

  /** @param deskUrl the desk's address as staff see it */
  constructor(deskUrl: URL, now: () => Date) {
    this.#isSecure = deskUrl.protocol === 'https:'
    this.#name = this.#isSecure ? '__Host-desk-sign-in' : 'desk-sign-in'
    this.#now = now
  }

  /** @param browsers the `tokenHash` of the session that the browser has: its cookie does not come along on the way back */
  set(reply: FastifyReply, { state, nonce, codeVerifier }: PendingSignIn, browsers = ''): void {
    const text = [state, nonce, codeVerifier, this.#now().getTime(), browsers].join('.')
    reply.setCookie(this.#name, text, { ...this.#attributes(), maxAge: MAX_AGE_SECONDS })
  }

  /** Removes the pending sign-in from the browser. Undefined when there is none, or its time is over. */
  take(request: FastifyRequest, reply: FastifyReply): (PendingSignIn & { browsers?: string }) | undefined {
    reply.clearCookie(this.#name, this.#attributes())
    const [state, nonce, codeVerifier, beganAt, browsers] = request.cookies[this.#name]?.split('.') ?? []
    const ageMs = this.#now().getTime() - Number(beganAt)
    if (!state || !nonce || !codeVerifier || !(ageMs < MAX_AGE_SECONDS * 1_000)) return undefined
    return { state, nonce, codeVerifier, ...(browsers && { browsers }) }
  }

  #attributes() {
    return { path: '/', httpOnly: true, sameSite: 'lax', secure: this.#isSecure } as const
  }
}
