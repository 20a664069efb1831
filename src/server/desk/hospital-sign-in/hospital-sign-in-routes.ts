import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { HospitalRefusal } from '../../../callback-request/staff-account.ts'
import { clientOf } from '../../http/client-address.ts'
import { Refusal } from '../../http/problem.ts'
import { recordEvent } from '../../storage/audit.ts'
import { BY_HOSPITAL, signInByHospital } from '../../storage/sign-ins.ts'
import type { DeskOptions } from '../desk-options.ts'
import { beginAttempt, makeAttempt } from '../sign-in/attempts.ts'
import { PendingCookie } from './pending-cookie.ts'
import { type HospitalProvider, type ProviderAnswer, ProviderUnavailable } from './provider.ts'

/** What the sign-in page is told in its address: a word of our own, nothing about the person. */
type Outcome =
  | ('done' | 'unreachable' | 'expired' | 'unavailable')
  | (ProviderAnswer & { ok: false })['because']
  | HospitalRefusal

/** The sign-in page says the rest. */
const TOO_MANY = `<!doctype html><html lang="en"><title>Too many tries</title>
<meta http-equiv="refresh" content="0; url=/sign-in?hospital=too-many"></html>`

/**
 * Signing in by the hospital's provider. Both routes are pages that a browser opens: every answer leads on, to the
 * provider or to the sign-in page. Without HEAD, which would use up a code. A client that begins too many sign-ins, or
 * brings too many wrong answers, gets 429.
 */
export const hospitalSignInRoutes: FastifyPluginAsync<
  DeskOptions & { provider: HospitalProvider; deskUrl: URL }
> = async (app, { provider, deskUrl, database, limits, cookie, now }) => {
  const pendingCookie = new PendingCookie(deskUrl)
  const options = { exposeHeadRoute: false, config: { access: 'anyone', sendRefusal } } as const
  let logged: unknown

  /** Everybody who asks in the same ten seconds is refused by the same error, which is logged once. */
  function leaveUnreachable(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
    if (!(error instanceof ProviderUnavailable)) throw error
    if (error !== logged) request.log.error({ err: error }, "the hospital's sign-in does not answer")
    logged = error
    return leave(reply, 'unreachable')
  }

  app.get('/sign-in/hospital', options, async (request, reply) => {
    // An image on another site, say, would use up the sign-ins that its readers' network may begin.
    const { 'sec-fetch-dest': destination = 'document' } = request.headers
    if (destination !== 'document') throw new Refusal(403)
    await beginAttempt(limits, { by: 'begun', client: clientOf(request) })
    try {
      const { url, pending } = await provider.begin()
      pendingCookie.keep(reply, pending, now(), cookie.tokenHashOf(request))
      return reply.redirect(url.href, 303)
    } catch (error) {
      return leaveUnreachable(request, reply, error)
    }
  })

  app.get('/sign-in/hospital/callback', options, async (request, reply) => {
    const pending = pendingCookie.take(request, reply, now())
    if (!pending) return leave(reply, 'expired')
    const client = clientOf(request)
    let because: Outcome = 'invalid'
    try {
      const person = await makeAttempt(limits, { by: 'hospital', client }, async () => {
        const answer = await provider.complete(request.url.split('?')[1] ?? '', pending)
        if (answer.ok) return answer.person
        request.log.warn({ err: answer.error }, "the hospital's sign-in was not completed")
        because = answer.because
        const failed = { because, ...BY_HOSPITAL }
        await recordEvent(database, now(), { by: null, client }, 'sign-in-failed', null, failed)
        return undefined
      })
      if (!person) return leave(reply, because)
      await limits.forgive({ by: 'begun', client })
      const result = await signInByHospital(
        { database, at: now(), actor: { by: null, client } },
        person,
        pending.browsers,
      )
      if (!result.ok) return leave(reply, result.refusal)
      cookie.set(reply, result.value.token)
      return leave(reply, 'done')
    } catch (error) {
      return leaveUnreachable(request, reply, error)
    }
  })
}

/**
 * The page that follows reads the session's cookie by itself: browsers do not send it with a page to which another site
 * has led.
 */
function leave(reply: FastifyReply, outcome: Outcome): FastifyReply {
  return reply.redirect(`/sign-in?hospital=${outcome}`, 303)
}

/** A fault, such as a store that does not answer, leads to the sign-in page too. With 429, a page leads there. */
function sendRefusal(reply: FastifyReply): FastifyReply {
  return reply.statusCode === 429 ? reply.type('text/html; charset=utf-8').send(TOO_MANY) : leave(reply, 'unavailable')
}
