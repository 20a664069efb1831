import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { hasPostgres } from '../../../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../../../tests/support/database/postgres-database.ts'
import { storeMany } from '../../../../tests/support/database/store-many.ts'
import { DETAILS, SUBMISSION } from '../../../../tests/support/samples.ts'
import { describeRequiring } from '../../../../tests/support/test-requirements.ts'
import type { Database } from '../database/open-database.ts'
import { openPostgres } from '../database/open-postgres.ts'
import { CallbackRequests } from '../requests/callback-requests.ts'

const MANY = 20_000

const PATIENT = { connectMs: 60_000, statementMs: 60_000, queryMs: 60_000 }

describeRequiring({ PostgreSQL: hasPostgres() }, 'A post', () => {
  test(`reads as little for a number with ${MANY} requests as for one with one`, async () => {
    // A busy machine takes longer for the preparation than a statement of the product may.
    const database = await openPostgres(await newPostgresDatabase(), PATIENT)
    onTestFinished(() => database.destroy())
    const receive = (phone: string, one: Database = database) =>
      new CallbackRequests(one).receive({ ...DETAILS, phone }, SUBMISSION)
    await receive('0000000001')
    const callback = await database.selectFrom('callbacks').select('id').executeTakeFirstOrThrow()
    await storeMany(database, MANY)
    await sql`update callback_requests set callback = ${callback.id}, revision = later.number + 1
      from (select reference, row_number() over () as number from callback_requests where callback is null) as later
      where callback_requests.reference = later.reference`.execute(database)
    const many = { asked: MANY + 1, revision: MANY + 1 }
    await database.updateTable('callbacks').set(many).execute()
    await receive('0000000002')
    await sql`vacuum analyze`.execute(database)

    const rowsRead = (phone: string) =>
      database.connection().execute(async (one) => {
        const before = await rowsReadBy(one)
        await receive(phone, one)
        return (await rowsReadBy(one)) - before
      })
    const fewest = await rowsRead('0000000002')
    expect(fewest).toBeGreaterThan(0)
    expect(await rowsRead('0000000001')).toBe(fewest)
    const asked = await database.selectFrom('callbacks').select('asked').orderBy('phone_key').execute()
    expect(asked).toEqual([{ asked: MANY + 2 }, { asked: 2 }])
  })
})

/** How many rows of our tables were read so far, with those of this connection. */
async function rowsReadBy(one: Database): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(one)
  const { rows } = await sql<{ count: string }>`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) as count from pg_stat_user_tables`.execute(one)
  return Number(rows[0]?.count)
}
