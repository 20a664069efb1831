import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import { clientOf } from '../../http/client-address.ts'
import type { StaffTable } from '../../storage/database/schema.ts'
import { refuseForNow, sessionOf } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'
import { textIn } from '../json-body.ts'
import { isPassword } from './password-hash.ts'

/** A sign-in by the hospital's provider stands for a password for this long: 10 minutes. Source: desk, section 9. */
const RECENT_MS = 10 * 60_000

type Needed = Pick<DeskOptions, 'accounts' | 'signIns' | 'failures'>

/**
 * Checks that the person of a session types the account's own password. Wrong ones count with the failed sign-ins of the
 * address and the client, and are in the audit log.
 *
 * @returns the account; undefined when the call has been refused, with 401 or 429
 * @throws StoreUnavailable and HashingSaturated
 */
export async function withOwnPassword(
  request: FastifyRequest,
  reply: FastifyReply,
  { accounts, signIns, failures }: Needed,
  password: string,
): Promise<Selectable<StaffTable> | undefined> {
  const { staff, tokenHash } = sessionOf(request)
  const client = clientOf(request)
  const attempt = { email: staff.email, client }
  const begun = await failures.begin(attempt)
  if (!begun.ok) {
    refuseForNow(reply, begun.retryAfterSeconds)
    return undefined
  }
  try {
    const person = await accounts.byId(staff.id)
    if (person && (await isPassword(password, person.password_hash, tokenHash))) {
      await failures.forgive(attempt)
      return person
    }
  } catch (error) {
    // Whatever prevented the answer, nobody typed a wrong password.
    await failures.forgive(attempt).catch(() => {})
    throw error
  }
  await signIns.refusedPassword(staff.id, client)
  reply.refuse(401)
  return undefined
}

/**
 * Checks that it is really the person of a session who does something that would outlast the session: by the password in
 * the body, or by a sign-in at the hospital's provider not longer ago than ten minutes.
 *
 * @returns false when the call has been refused, with 401, 422 or 429
 * @throws like `withOwnPassword`
 */
export async function isConfirmed(
  request: FastifyRequest<{ Body: Readonly<Record<string, unknown>> }>,
  reply: FastifyReply,
  options: Needed & Pick<DeskOptions, 'now'>,
): Promise<boolean> {
  const { staff, signedInAt } = sessionOf(request as FastifyRequest)
  if (staff.isHospitals) {
    // A clock that was put back makes no old sign-in a recent one.
    if (Math.abs(options.now().getTime() - signedInAt.getTime()) <= RECENT_MS) return true
    reply.refuse(401)
    return false
  }
  const password = textIn(request.body, 'password')
  // Missing or not a text, it is a wrong one, and costs no hash.
  if (password === undefined) {
    reply.refuse(401)
    return false
  }
  return (await withOwnPassword(request as FastifyRequest, reply, options, password)) !== undefined
}
