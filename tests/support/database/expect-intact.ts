import { sql } from 'kysely'
import { expect } from 'vitest'
import { isPostgres, openDatabase } from '../../../src/server/storage/database/open-database.ts'
import type { Callers } from '../callers.ts'

/**
 * Checks what a store guarantees after a fault: each request of the callers that was acknowledged is stored once, under
 * its reference, and no refused one; each request has its messages and its callback; and the file is intact.
 *
 * @param location as `openDatabase` takes it
 * @param channels by how many channels the department is notified of each request
 */
export async function expectIntact(location: string, { acknowledged, refused }: Callers, channels = 0): Promise<void> {
  const database = await openDatabase(location)
  const stored = await database
    .selectFrom('callback_requests')
    .select(['reference', 'name', 'idempotency_key', 'callback'])
    .execute()
  const called = stored.filter(({ idempotency_key }) => idempotency_key !== null)
  const references = new Map(called.map(({ idempotency_key, reference }) => [idempotency_key ?? '', reference]))
  expect(called.length, 'stored once each').toBe(references.size)
  expect(called.filter(({ name, idempotency_key }) => name !== idempotency_key)).toEqual([])
  const lost = [...acknowledged].filter(([key, reference]) => references.get(key) !== reference)
  expect(lost, 'acknowledged, but not stored so').toEqual([])
  expect([...refused].filter((key) => references.has(key))).toEqual([])
  const messages = await database.selectFrom('outbox_messages').select('reference').execute()
  const messagesOf = Map.groupBy(messages, ({ reference }) => reference)
  const incomplete = stored.filter(({ reference }) => (messagesOf.get(reference)?.length ?? 0) !== channels)
  expect(incomplete, 'stored, but without its messages').toEqual([])
  expect(messages.length, 'messages altogether').toBe(stored.length * channels)
  // What comes beyond the bounds of a number is held back, in no callback.
  const placed = stored.filter(({ callback }) => callback !== null)
  const asked = Map.groupBy(placed, ({ callback }) => callback)
  const callbacks = await database.selectFrom('callbacks').select(['id', 'asked']).execute()
  expect(new Map(callbacks.map(({ id, asked }) => [id, asked]))).toEqual(
    new Map([...asked].map(([id, requests]) => [id, requests.length])),
  )
  if (!isPostgres(database)) {
    const { rows } = await sql`pragma integrity_check`.execute(database)
    expect(rows).toEqual([{ integrity_check: 'ok' }])
  }
  await database.destroy()
}
