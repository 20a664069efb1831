import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits: nobody can guess it, so its hash needs no salt. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the store keeps of a secret text, so that whoever reads the store cannot use it. SHA-256, in hex. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
