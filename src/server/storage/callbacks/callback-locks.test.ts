import { sql } from 'kysely'
import { expect, onTestFinished, vi } from 'vitest'
import { hasPostgres } from '../../../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../../../tests/support/database/postgres-database.ts'
import { receiverIn } from '../../../../tests/support/receive.ts'
import { SUBMISSION } from '../../../../tests/support/samples.ts'
import { testRequiring } from '../../../../tests/support/test-requirements.ts'
import { openDatabase } from '../database/open-database.ts'
import { Callbacks } from './callbacks.ts'

testRequiring(
  { PostgreSQL: hasPostgres() },
  'While a transaction holds a callback, those who wait for it leave connections for the visitors of other numbers',
  {},
  async () => {
    const database = await openDatabase(await newPostgresDatabase())
    onTestFinished(() => database.destroy())
    const callbacks = new Callbacks(database, SUBMISSION.timeZone, () => SUBMISSION.receivedAt)
    const receive = receiverIn(database)
    const ask = (phone: string) => receive({ phone })
    const held = await ask('0000000001')
    const { again, claims } = await database.transaction().execute(async (transaction) => {
      await sql`select from callbacks for update`.execute(transaction)
      const again = ask('0000000001')
      const claims = Array.from({ length: 12 }, (_, number) =>
        callbacks.claim(held, { by: `${number}`, client: null }, true),
      )
      const waiting = sql`select from pg_locks where not granted`
      await vi.waitFor(async () => expect((await waiting.execute(transaction)).rows).toHaveLength(5))
      // One of them is in a group with posts of other numbers.
      const late = ask('0000000001')
      const posts = Array.from({ length: 30 }, (_, number) => ask(String(10 + number).padStart(10, '0')))
      expect(new Set(await Promise.all(posts)).size).toBe(30)
      expect(await Promise.race([late, 'waiting'])).toBe('waiting')
      return { again, claims }
    })
    await again
    expect((await Promise.all(claims)).filter(({ ok }) => ok)).toHaveLength(1)
    expect(await database.selectFrom('callbacks').select('id').execute()).toHaveLength(31)
  },
)
