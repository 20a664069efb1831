import { createHmac } from 'node:crypto'
import type { Database } from '../database/open-database.ts'

/** What makes a stored request this one and no other. Neither part ever changes, and backups have both. */
export interface RequestIdentity {
  reference: string
  /** An instant. With it the hash cannot be guessed from the few references there are, nor mean one drawn again. */
  received_at: string
}

/** The key under which this store hashes what it erases: its own, and the same in all its backups. */
export async function erasureKeyOf(database: Database): Promise<string> {
  const { key } = await database.selectFrom('erasure_key').select('key').executeTakeFirstOrThrow()
  return key
}

/** What an erasure list holds of a request: HMAC-SHA256, in hex. */
export function erasureHash(key: string, { reference, received_at }: RequestIdentity): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(`${reference} ${received_at}`).digest('hex')
}
