import { Secret, TOTP } from 'otpauth'
import type { StaffRole } from '../../src/callback-request/staff-account.ts'
import { COMMAND_LINE } from '../../src/server/storage/audit.ts'
import { openDatabase } from '../../src/server/storage/database/open-database.ts'
import { invite } from '../../src/server/storage/staff-accounts.ts'

/** What a signed-in browser can do; both throw when the answer is a refusal. */
interface SignedIn {
  call: DeskCall
  /** Reads an answer as it comes. */
  read(path: string, body: object): Promise<AsyncIterable<Uint8Array>>
}

const NAME = 'Asha Invented'

/** Calls the desk as its page does. Resolves to the answer's body. */
export type DeskCall = <Body>(path: string, body?: object) => Promise<Body>

/**
 * Signs somebody new in to a running desk.
 *
 * @param location of the desk's store, as `openDatabase` takes it
 */
export async function signedIn(deskAddress: string, location: string, role: StaffRole): Promise<SignedIn> {
  const database = await openDatabase(location)
  const act = { database, actor: COMMAND_LINE, at: new Date() }
  const invited = await invite(act, { email: `${role}@clinic.example`, name: NAME, role })
  await database.destroy()
  if (!invited.ok) throw new Error(invited.refusal)

  let cookie = ''
  const ask = async (path: string, body?: object) => {
    const response = await fetch(`${deskAddress}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { cookie, 'x-requested-with': 'XMLHttpRequest', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`)
    cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie
    return response
  }
  const call: DeskCall = async (path, body) => {
    const text = await (await ask(path, body)).text()
    return text === '' ? undefined : JSON.parse(text)
  }
  await call('/api/invitations/accept', { token: invited.value.token, name: NAME, password: 'an invented password' })
  if (role === 'manager') {
    const { secret } = await call<{ secret: string }>('/api/second-factor')
    await call('/api/second-factor', { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() })
  }
  return { call, read: async (path, body) => (await ask(path, body)).body as AsyncIterable<Uint8Array> }
}
