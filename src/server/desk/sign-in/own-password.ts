import type { FastifyRequest } from 'fastify'
import { MAX_TYPED } from '../../../callback-request/staff-account.ts'
import type { DecodedBody } from '../../http/body/decode-body.ts'
import { clientOf } from '../../http/client-address.ts'
import { Refusal } from '../../http/problem.ts'
import { recordEvent } from '../../storage/audit.ts'
import { sessionOf } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'
import { attemptPassword } from './attempts.ts'
import { isPassword } from './password-hash.ts'

/** A sign-in by the hospital's provider stands for a password for this long: 10 minutes. Source: desk, section 9. */
const RECENT_MS = 10 * 60_000

type Needed = Pick<DeskOptions, 'database' | 'limits' | 'now'>

/**
 * Checks that the person of a session types the account's own password. Wrong ones count with the failed sign-ins of the
 * address and the client, and are in the audit log.
 *
 * @throws Refusal and StoreUnavailable
 */
export async function withOwnPassword(
  request: FastifyRequest,
  { database, limits, now }: Needed,
  password: string,
): Promise<void> {
  const { staff } = sessionOf(request)
  const client = clientOf(request)
  const isRight = await attemptPassword(
    limits,
    { email: staff.email, client },
    async () => (await isPassword(password, staff.password_hash)) || undefined,
  )
  if (isRight) return
  await recordEvent(database, now(), { by: staff.id, client }, 'password-refused', staff.id)
  throw new Refusal(401)
}

/**
 * Checks that it is really the person of a session who does something that would outlast the session: by the password in
 * the body, or by a sign-in at the hospital's provider not longer ago than ten minutes.
 *
 * @throws like `withOwnPassword`
 */
export async function confirmPerson(request: FastifyRequest, options: Needed): Promise<void> {
  const { staff, signedInAt } = sessionOf(request)
  if (staff.oidc_issuer) {
    // A clock that was put back makes no old sign-in a recent one.
    if (Math.abs(options.now().getTime() - signedInAt.getTime()) > RECENT_MS) throw new Refusal(401)
    return
  }
  const { password } = request.body as DecodedBody
  // One that is missing or too long is a wrong one, and costs no hash.
  if (typeof password !== 'string' || password === '' || [...password].length > MAX_TYPED) throw new Refusal(401)
  await withOwnPassword(request, options, password)
}
