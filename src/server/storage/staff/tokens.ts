import { randomBytes } from 'node:crypto'

/** 256 random bits: nobody can guess it, so its hash needs no salt. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}
