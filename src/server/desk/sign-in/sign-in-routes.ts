import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { comparableEmail } from '../../../callback-request/normalized.ts'
import type { DecodedBody } from '../../http/body/decode-body.ts'
import { clientOf } from '../../http/client-address.ts'
import { Refusal } from '../../http/problem.ts'
import { recordEvent } from '../../storage/audit.ts'
import type { Started } from '../../storage/sessions.ts'
import * as signIns from '../../storage/sign-ins.ts'
import { accountBy } from '../../storage/staff-members.ts'
import { callableBy, jsonFrom, ownAct, sessionOf } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'
import { textIn } from '../json-body.ts'
import type { SessionCookie } from '../session-cookie.ts'
import { attemptPassword, beginAttempt } from './attempts.ts'
import { isPassword } from './password-hash.ts'
import { stepOfCode } from './totp.ts'

const NO_TEXT = 'Please enter a text of at most 256 characters'

/** Signing in: e-mail address and password, then a code where the account has a second factor; and signing out. */
export const signInRoutes: FastifyPluginAsync<DeskOptions> = async (app, options) => {
  const { database, changes, limits, cookie, provider, now } = options
  // How one can sign in, besides with a password.
  app.get('/api/sign-in/options', callableBy('anyone'), async () => ({ hospital: provider !== null }))

  app.post<{ Body: DecodedBody }>('/api/sign-in', jsonFrom('anyone'), async (request, reply) => {
    const email = textIn(request.body, 'email', NO_TEXT)
    const password = textIn(request.body, 'password', NO_TEXT)
    const client = clientOf(request)
    const person = await attemptPassword(limits, { email: comparableEmail(email), client }, async () => {
      const known = await accountBy(database, 'email', comparableEmail(email))
      if (await isPassword(password, known?.disabled_at === null ? known.password_hash : null)) return known
      await recordEvent(database, now(), { by: null, client }, 'sign-in-failed', known?.id ?? null, {
        because: 'password',
      })
      return undefined
    })
    const started =
      person && (await signIns.afterPassword(ownAct(options, request, person.id), person, cookie.tokenHashOf(request)))
    if (!started) throw new Refusal(401)
    return answer(reply, cookie, started)
  })

  app.post<{ Body: DecodedBody }>('/api/sign-in/code', jsonFrom('code'), async (request, reply) => {
    const code = textIn(request.body, 'code', 'Please enter the code')
    const session = sessionOf(request)
    const client = clientOf(request)
    await beginAttempt(limits, { by: 'code', email: session.staff.email, client })
    const { totp_secret: secret } = session.staff
    const mayCheck = await signIns.beginCode(database, session.tokenHash)
    const step = secret && mayCheck ? stepOfCode(secret, code, now()) : undefined
    const started =
      step === undefined
        ? undefined
        : await signIns.afterCode(ownAct(options, request, session.staff.id), session, step)
    if (started) return answer(reply, cookie, started)
    await signIns.failedCode(ownAct(options, request, null), session)
    throw new Refusal(401)
  })

  app.post('/api/sign-out', callableBy('enrolling'), async (request, reply) => {
    const session = sessionOf(request)
    await signIns.signOut(ownAct(options, request, session.staff.id), session)
    changes.publish()
    cookie.clear(reply)
    reply.header('clear-site-data', '"cache"')
    const url = session.staff.oidc_issuer ? await provider?.signOutUrl() : undefined
    return url ? reply.send({ url: url.href }) : reply.code(204).send()
  })
}

/** Answers a step of signing in with its new session and what comes next. */
export function answer(reply: FastifyReply, cookie: SessionCookie, { token, stage }: Started): FastifyReply {
  cookie.set(reply, token)
  return reply.send({ next: stage })
}
