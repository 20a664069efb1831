import { sql } from 'kysely'
import { expect } from 'vitest'
import { isPostgres, openDatabase } from '../../../src/server/storage/database/open-database.ts'
import { CallbackRequests } from '../../../src/server/storage/requests/callback-requests.ts'
import type { Callers } from '../callers.ts'

/**
 * Checks what a store guarantees after a fault: every acknowledged request is there under its reference, nothing is
 * there twice, each request has its messages, and the file is intact.
 *
 * @param location as `openDatabase` takes it
 * @param channels by how many channels the department is notified of each request
 */
export async function expectIntact(location: string, { acknowledged }: Callers, channels = 0): Promise<void> {
  const database = await openDatabase(location)
  const stored = await Array.fromAsync(new CallbackRequests(database).all())
  const names = stored.map(({ name }) => name)
  const references = new Map(stored.map(({ name, reference }) => [name, reference]))

  const missing = [...acknowledged].filter(([name, reference]) => references.get(name) !== reference)
  expect(missing, 'acknowledged, but not stored').toEqual([])
  expect(
    names.filter((name, index) => names.indexOf(name) !== index),
    'stored twice',
  ).toEqual([])
  const messages = await database.selectFrom('outbox_messages').select('reference').execute()
  const messagesOf = Map.groupBy(messages, ({ reference }) => reference)
  const incomplete = stored.filter(({ reference }) => (messagesOf.get(reference)?.length ?? 0) !== channels)
  expect(incomplete, 'stored, but without its messages').toEqual([])
  expect(messages.length, 'messages altogether').toBe(stored.length * channels)
  if (!isPostgres(database)) {
    const { rows } = await sql`pragma integrity_check`.execute(database)
    expect(rows).toEqual([{ integrity_check: 'ok' }])
  }
  await database.destroy()
}
