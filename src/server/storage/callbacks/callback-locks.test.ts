import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hasPostgres } from '../../../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../../../tests/support/database/postgres-database.ts'
import { DETAILS, SUBMISSION } from '../../../../tests/support/samples.ts'
import { describeRequiring } from '../../../../tests/support/test-requirements.ts'
import { openDatabase, read } from '../database/open-database.ts'
import { CallbackRequests } from '../requests/callback-requests.ts'
import { Callbacks } from './callbacks.ts'

describeRequiring({ PostgreSQL: hasPostgres() }, 'While a transaction holds a callback', () => {
  test('those who wait for it leave connections for the visitors', async () => {
    const database = await openDatabase(await newPostgresDatabase())
    onTestFinished(() => database.destroy())
    const requests = new CallbackRequests(database)
    const callbacks = new Callbacks(database, SUBMISSION.timeZone, () => SUBMISSION.receivedAt)
    const ask = async (phone: string) => {
      const result = await requests.receive({ ...DETAILS, phone }, SUBMISSION)
      return result.ok ? result.reference : ''
    }
    const held = await ask('0000000001')
    const locks = sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`

    const waiting = await database.transaction().execute(async (transaction) => {
      await sql`select id from callbacks for update`.execute(transaction)
      const again = ask('0000000001')
      const claims = Array.from({ length: 12 }, (_, number) =>
        callbacks.claim(held, { by: `${number}`, client: null }, true),
      )
      await vi.waitFor(async () => expect(await read(database, locks)).toHaveLength(5), { timeout: 2_000, interval: 5 })
      // One of them is in a group with posts of other numbers.
      const late = ask('0000000001')
      const posts = Array.from({ length: 30 }, (_, number) => ask(`00000001${String(number).padStart(2, '0')}`))
      expect(new Set(await Promise.all(posts)).size).toBe(30)
      expect(await Promise.race([late, 'waiting'])).toBe('waiting')
      return { again, claims }
    })
    expect(await waiting.again).not.toBe('')
    expect((await Promise.all(waiting.claims)).filter(({ ok }) => ok)).toHaveLength(1)
    expect(await database.selectFrom('callbacks').select('id').execute()).toHaveLength(31)
  })
})
