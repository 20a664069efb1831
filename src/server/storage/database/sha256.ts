import { createHash } from 'node:crypto'

/** What the store keeps of a text, so that whoever reads the store does not have it. SHA-256, in hex. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
