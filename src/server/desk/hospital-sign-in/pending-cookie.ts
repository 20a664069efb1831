import type { FastifyReply, FastifyRequest } from 'fastify'
import { HostCookie } from '../session-cookie.ts'
import type { PendingSignIn } from './provider.ts'

/** How long somebody may take at the provider: 10 minutes. */
const MAX_AGE_SECONDS = 600

/** Keeps a sign-in that has begun in the browser that began it, until the provider sends the browser back. */
export class PendingCookie extends HostCookie {
  /** @param deskUrl the desk's address as staff see it */
  constructor(deskUrl: URL) {
    super('desk-sign-in', deskUrl, 'lax')
  }

  /** @param browsers the `tokenHash` of the session that the browser has: its cookie does not come along on the way back */
  keep(reply: FastifyReply, { state, nonce, codeVerifier }: PendingSignIn, now: Date, browsers = ''): void {
    this.set(reply, [state, nonce, codeVerifier, now.getTime(), browsers].join('.'), { maxAge: MAX_AGE_SECONDS })
  }

  /** Removes the pending sign-in from the browser. Undefined when there is none, or its time is over. */
  take(request: FastifyRequest, reply: FastifyReply, now: Date): (PendingSignIn & { browsers?: string }) | undefined {
    this.clear(reply)
    const [state, nonce, codeVerifier, beganAt, browsers] = this.valueIn(request)?.split('.') ?? []
    const ageMs = now.getTime() - Number(beganAt)
    if (!state || !nonce || !codeVerifier || !(ageMs < MAX_AGE_SECONDS * 1_000)) return undefined
    return { state, nonce, codeVerifier, ...(browsers && { browsers }) }
  }
}
