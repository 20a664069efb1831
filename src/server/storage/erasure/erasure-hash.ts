import { createHmac } from 'node:crypto'
import type { Database } from '../database/open-database.ts'

/** Identifies a stored request. Neither part ever changes, and backups have both. */
export interface RequestIdentity {
  reference: string
  /** An instant. With it the hash cannot be guessed from the few references, nor match a reference that is used again. */
  received_at: string
}

/** The key with which this store hashes erased requests: its own, and the same in all its backups. */
export async function erasureKeyOf(database: Database): Promise<string> {
  const { key } = await database.selectFrom('erasure_key').select('key').executeTakeFirstOrThrow()
  return key
}

/** A request's entry on an erasure list: HMAC-SHA256, in hex. */
export function erasureHash(key: string, { reference, received_at }: RequestIdentity): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(`${reference} ${received_at}`).digest('hex')
}
