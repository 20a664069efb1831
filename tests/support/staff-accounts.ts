import { argon2Sync } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { StaffRole } from '../../src/callback-request/staff-account.ts'
import { newTotpSecret } from '../../src/server/desk/sign-in/totp.ts'
import { COMMAND_LINE } from '../../src/server/storage/audit.ts'
import type { Database } from '../../src/server/storage/database/open-database.ts'
import { StaffSessions } from '../../src/server/storage/sessions.ts'
import { SignIns } from '../../src/server/storage/sign-ins.ts'
import { StaffAccounts } from '../../src/server/storage/staff-accounts.ts'

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
export async function invite(accounts: StaffAccounts, account: NewAccount): Promise<string> {
  const invited = await accounts.invite(account, COMMAND_LINE)
  if (!invited.ok) throw new Error(invited.refusal)
  return invited.value.token
}

/** Makes an account with the usual password, and starts a session of it; a manager sets up a second factor first. */
export async function signInNew(database: Database, now: () => Date, account: NewAccount) {
  const [signIns, sessions] = [new SignIns(database, now), new StaffSessions(database, now)]
  const link = await invite(new StaffAccounts(database, now), account)
  const accepted = await signIns.accept(link, { name: account.name, passwordHash: PASSWORD_HASH }, CLIENT)
  const session = accepted && (await sessions.find(accepted.token, { isPersons: false }))
  if (!session) throw new Error(`${account.email} could not accept.`)
  const { id } = session.staff
  if (account.role === 'coordinator') return { id, token: accepted.token, secret: '' }
  const secret = newTotpSecret()
  await signIns.proposeSecondFactor(session.tokenHash, secret)
  const started = await signIns.setSecondFactor(session, Math.floor(now().getTime() / STEP_MS), CLIENT)
  if (!started) throw new Error(`${account.email} could not set up a second factor.`)
  return { id, token: started.token, secret }
}
