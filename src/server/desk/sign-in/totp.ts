import { Secret, TOTP } from 'otpauth'

/** What every authenticator app reads: SHA-1, 6 digits, 30 s. Source: RFC 6238 and desk, section 2. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 }

/** A clock may be one step behind or ahead. */
const WINDOW_STEPS = 1

/** 160 random bits in base32, as RFC 4226 recommends. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The address that an authenticator app reads from the QR code. */
export function totpUri(secret: string, { email, issuer }: { email: string; issuer: string }): string {
  // Apps take what precedes a colon for the issuer, and refuse another one.
  return totpOf(secret, { label: email, issuer: issuer.replaceAll(/\s*:\s*/g, ' ').trim() }).toString()
}

/** The number of the 30-second step to which a code belongs; undefined for a wrong code. Spaces are ignored. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const token = code.replaceAll(/\s/g, '')
  const timestamp = now.getTime()
  const delta = /^\d{6}$/.test(token) ? totpOf(secret).validate({ token, timestamp, window: WINDOW_STEPS }) : null
  return delta === null ? undefined : Math.floor(timestamp / (PARAMETERS.period * 1_000)) + delta
}

function totpOf(secret: string, names: { label?: string; issuer?: string } = {}): TOTP {
  return new TOTP({ ...PARAMETERS, ...names, secret: Secret.fromBase32(secret) })
}
