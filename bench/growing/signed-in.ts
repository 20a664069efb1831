import { COMMAND_LINE } from '../../src/server/storage/audit/audit-events.ts'
import { openDatabase } from '../../src/server/storage/database/open-database.ts'
import { StaffAccounts } from '../../src/server/storage/staff/staff-accounts.ts'

const EMAIL = 'asha@clinic.example'

/** Calls the desk as its page does. Resolves to the answer's body. */
export type DeskCall = <Body>(path: string, body?: object) => Promise<Body>

/**
 * Signs a new coordinator in to a running desk.
 *
 * @param location of the desk's store, as `openDatabase` takes it
 * @returns a call that throws when the answer is a refusal
 */
export async function signedIn(deskAddress: string, location: string): Promise<DeskCall> {
  const database = await openDatabase(location)
  const accounts = new StaffAccounts(database, () => new Date())
  const invited = await accounts.invite({ email: EMAIL, name: 'Asha Invented', role: 'coordinator' }, COMMAND_LINE)
  await database.destroy()
  if (!invited.ok) throw new Error(invited.refusal)

  let cookie = ''
  const call: DeskCall = async (path, body) => {
    const response = await fetch(`${deskAddress}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { cookie, 'x-requested-with': 'XMLHttpRequest', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${text}`)
    cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie
    return text === '' ? undefined : JSON.parse(text)
  }
  const { token } = invited.value
  await call('/api/invitations/accept', { token, name: 'Asha Invented', password: 'an invented password' })
  return call
}
