import { sql, type Transaction } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hasPostgres } from '../../../../tests/support/database/postgres-binaries.ts'
import { sharedPostgresDatabase } from '../../../../tests/support/database/postgres-database.ts'
import { DETAILS, SUBMISSION } from '../../../../tests/support/samples.ts'
import { describeRequiring } from '../../../../tests/support/test-requirements.ts'
import type { Outcome } from '../../../callback-request/calling/outcomes.ts'
import { openDatabase } from '../database/open-database.ts'
import type { Schema } from '../database/schema.ts'
import { Erasures } from '../erasure/erasures.ts'
import { CallbackRequests } from '../requests/callback-requests.ts'
import { Callbacks } from './callbacks.ts'

const RAVI = { by: 'ravi', client: null }

describeRequiring({ PostgreSQL: hasPostgres() }, 'While a transaction holds a callback', () => {
  const newStore = sharedPostgresDatabase()

  async function store() {
    const database = await openDatabase(await newStore())
    onTestFinished(() => database.destroy())
    const requests = new CallbackRequests(database)
    const callbacks = new Callbacks(database, SUBMISSION.timeZone, () => SUBMISSION.receivedAt)
    const waiting = async () => {
      const { rows } = await sql<{ count: string }>`
        select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(database)
      return Number(rows[0]?.count)
    }
    const untilWaiting = (locks: number) =>
      vi.waitFor(async () => expect(await waiting()).toBe(locks), { timeout: 2_000, interval: 5 })
    return {
      database,
      callbacks,
      untilWaiting,
      ask: async (phone: string, suspected = false) => {
        const result = await requests.receive({ ...DETAILS, phone }, { ...SUBMISSION, suspected })
        return result.ok ? result.reference : ''
      },
      call: async (id: string, outcome: Outcome) => {
        await callbacks.claim(id, RAVI, true)
        expect(await callbacks.report(id, RAVI, { outcome })).toMatchObject({ ok: true })
      },
      /** Does something while others wait for as many locks, and commits it. */
      holding: async (
        hold: (transaction: Transaction<Schema>) => Promise<unknown>,
        work: () => Promise<unknown>[],
        locks: number,
        meanwhile: () => Promise<unknown> = async () => {},
      ) => {
        const started = await database.transaction().execute(async (transaction) => {
          await hold(transaction)
          const started = work()
          await untilWaiting(locks)
          await meanwhile()
          return started
        })
        return Promise.all(started)
      },
    }
  }

  test('those who wait for it leave connections for the visitors', async () => {
    const { database, callbacks, ask, holding } = await store()
    const held = await ask('0000000001')
    const claim = (number: number) => callbacks.claim(held, { by: `${number}`, client: null }, true)
    const [again, ...claims] = await holding(
      (transaction) =>
        transaction.selectFrom('callbacks').select('id').where('first_reference', '=', held).forUpdate().execute(),
      () => [ask('0000000001'), ...Array.from({ length: 12 }, (_, number) => claim(number))],
      5,
      async () => {
        // One of them is in a group with posts of other numbers.
        const late = ask('0000000001')
        const posts = Array.from({ length: 30 }, (_, number) => ask(`00000001${String(number).padStart(2, '0')}`))
        expect(new Set(await Promise.all(posts)).size).toBe(30)
        expect(await Promise.race([late, 'waiting'])).toBe('waiting')
      },
    )
    expect(again).not.toBe('')
    expect(claims.filter((claim) => (claim as { ok: boolean }).ok)).toHaveLength(1)
    expect(await database.selectFrom('callbacks').select('id').execute()).toHaveLength(31)
  })

  test('a request that is restored meanwhile does not join it once it is settled', async () => {
    const { database, callbacks, ask, call, holding } = await store()
    const spam = await ask('0000000001')
    await call(spam, 'spam')
    const open = await ask('0000000001')
    const ids = await holding(
      (transaction) =>
        transaction
          .updateTable('callbacks')
          .set({ status: 'booked', settled_at: SUBMISSION.receivedAt.toISOString() })
          .where('first_reference', '=', open)
          .execute(),
      () => [callbacks.restore(spam, RAVI)],
      1,
    )
    const rows = await database.selectFrom('callbacks').select(['id', 'first_reference', 'status']).execute()
    expect(rows).toHaveLength(2)
    expect(rows).toContainEqual({ id: ids[0], first_reference: spam, status: 'new' })
  })

  test('a request that is erased while it is restored is erased from the callback that it joins', async () => {
    const { database, callbacks, ask, holding, untilWaiting } = await store()
    const open = await ask('0000000001')
    const suspected = await ask('0000000001', true)
    const erasures = new Erasures(database, undefined)
    let erased: Promise<number> | undefined
    await holding(
      // The restore has then moved the request, and cannot say so yet.
      (transaction) => sql`lock table audit_events in exclusive mode`.execute(transaction),
      () => [callbacks.restore(suspected, RAVI)],
      1,
      async () => {
        erased = erasures.erase({ reference: suspected })
        await untilWaiting(2)
      },
    )
    expect(await erased).toBe(1)
    const rows = await database.selectFrom('callbacks').select(['first_reference', 'asked']).execute()
    expect(rows).toEqual([{ first_reference: open, asked: 1 }])
  })

  test('a callback that is opened again meanwhile stays settled when the number asked again', async () => {
    const { callbacks, database, ask, call, holding } = await store()
    const settled = await ask('0000000001')
    await call(settled, 'booked')
    const asked = await ask('0000000002')
    const results = await holding(
      // As a post for the number that has just looked for an open callback.
      (transaction) =>
        transaction
          .updateTable('callbacks')
          .set({ phone_key: '0000000001' })
          .where('first_reference', '=', asked)
          .execute(),
      () => [callbacks.reopen(settled, RAVI, null)],
      1,
    )
    expect(results).toEqual([{ ok: false, refusal: 'open' }])
    const status = await database
      .selectFrom('callbacks')
      .select('status')
      .where('first_reference', '=', settled)
      .execute()
    expect(status).toEqual([{ status: 'booked' }])
  })
})
