import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { type Database, isPostgres } from '../../../src/server/storage/database/open-database.ts'
import type { Clock } from '../clock.ts'

/** The clock that decides between the instances of a database, by its location: that of the first one in a test. */
const deciding = new Map<string, Clock>()

/** The next instance of a database, which is empty again, is the first one. */
export function forgetClock(location: string): void {
  deciding.delete(location)
}

/** Makes PostgreSQL say what a test's clock shows; on SQLite the instance's clock decides. */
export async function setStoreNow(database: Database, now: Date): Promise<void> {
  if (!isPostgres(database)) return
  const body = `create or replace function store_now() returns text language sql as $$ select '${now.toISOString()}' $$`
  await sql.raw(body).execute(database)
}

/** @returns a function that makes the database's clock follow the first instance's, to be called after each move of it */
export function storeClockOf(database: Database, location: string, clock: Clock): () => Promise<void> {
  if (!deciding.has(location)) {
    deciding.set(location, clock)
    onTestFinished(() => forgetClock(location))
  }
  let shown = ''
  let turn = Promise.resolve()
  return () => {
    const now = clock.now
    if (deciding.get(location) === clock && shown !== now.toISOString()) {
      shown = now.toISOString()
      turn = turn.then(() => setStoreNow(database, now))
    }
    return turn
  }
}
