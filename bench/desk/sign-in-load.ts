import { hashPassword } from '../../src/server/desk/sign-in/password-hash.ts'

/** As many as the server takes at once: two are hashed and twenty wait. */
const PEOPLE = 22

/** As many as the server hashes at once. */
const HASHED_AT_ONCE = 2

/** Hashes passwords in this process until it is aborted. */
export async function hashPasswords(signal: AbortSignal): Promise<void> {
  await repeat(HASHED_AT_ONCE, signal, async () => void (await hashPassword('an invented password')))
}

/**
 * Tries to sign in again and again until it is aborted, each time as another person from another address, so that no
 * attempt is throttled.
 *
 * @throws when an answer is not that of a failed sign-in
 */
export async function signIn(deskAddress: string, signal: AbortSignal): Promise<void> {
  let attempt = 0
  await repeat(PEOPLE, signal, async () => {
    attempt++
    const response = await fetch(`${deskAddress}/api/sign-in`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-requested-with': 'XMLHttpRequest',
        'x-forwarded-for': `10.${(attempt >> 16) & 255}.${(attempt >> 8) & 255}.${attempt & 255}`,
      },
      body: JSON.stringify({ email: `nobody-${attempt}@clinic.example`, password: 'an invented password' }),
    })
    await response.arrayBuffer()
    if (response.status !== 401) throw new Error(`A sign-in was answered ${response.status}`)
  })
}

async function repeat(atOnce: number, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const one = async () => {
    while (!signal.aborted) await work()
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}
