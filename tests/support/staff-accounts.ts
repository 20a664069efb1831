import { argon2Sync } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { StaffRole } from '../../src/callback-request/staff-account.ts'
import { newTotpSecret } from '../../src/server/desk/sign-in/totp.ts'
import type { Database } from '../../src/server/storage/database/open-database.ts'
import { findSession } from '../../src/server/storage/sessions.ts'
import { accept, proposeSecondFactor, setSecondFactor } from '../../src/server/storage/sign-ins.ts'
import { invite as inviteStaff } from '../../src/server/storage/staff-accounts.ts'
import type { Act } from '../../src/server/storage/write.ts'

export interface NewAccount {
  email: string
  name: string
  role: StaffRole
}

export const CLIENT = '127.0.0.1'
export const PASSWORD = 'three calm herons wade'

/** As the desk stores it, but at the least cost that Argon2 knows: a check takes as long as the stored hash says. */
const CHEAP = { memory: 8, passes: 1, parallelism: 1 }
const NONCE = Buffer.alloc(16, 'invented')
const HASH = argon2Sync('argon2id', { message: PASSWORD, nonce: NONCE, tagLength: 32, ...CHEAP })
const [SALT_TEXT, HASH_TEXT] = [NONCE, HASH].map((bytes) => bytes.toString('base64').replaceAll('=', ''))
const PASSWORD_HASH = `$argon2id$v=19$m=${CHEAP.memory},t=${CHEAP.passes},p=${CHEAP.parallelism}$${SALT_TEXT}$${HASH_TEXT}`

const STEP_MS = 30_000

/** The code that an authenticator app shows, or will show so many steps later: a code works only once. */
export function codeOf(secret: string, stepsLater = 0, now = new Date()): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) })
  return totp.generate({ timestamp: now.getTime() + stepsLater * STEP_MS })
}

/** Makes an account without a password. @returns the token of its link */
export async function invite(act: Act, account: NewAccount): Promise<string> {
  const invited = await inviteStaff(act, account)
  if (!invited.ok) throw new Error(invited.refusal)
  return invited.value.token
}

/** Makes an account with the usual password, and starts a session of it; a manager sets up a second factor first. */
export async function signInNew(database: Database, now: () => Date, account: NewAccount) {
  const act = { database, at: now(), actor: { by: null, client: CLIENT } }
  const accepted = await accept(act, await invite(act, account), { name: account.name, passwordHash: PASSWORD_HASH })
  const session = accepted && (await findSession(database, now(), accepted.token, { isPersons: false }))
  if (!session) throw new Error(`${account.email} could not accept.`)
  const { id } = session.staff
  if (account.role === 'coordinator') return { id, token: accepted.token, secret: '' }
  const secret = newTotpSecret()
  await proposeSecondFactor(database, session.tokenHash, secret)
  const started = await setSecondFactor(
    { ...act, actor: { ...act.actor, by: id } },
    session,
    Math.floor(now().getTime() / STEP_MS),
  )
  if (!started) throw new Error(`${account.email} could not set up a second factor.`)
  return { id, token: started.token, secret }
}
