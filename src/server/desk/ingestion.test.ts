import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { describeOnEachDatabase } from '../../../tests/support/database/each-database.ts'
import { DETAILS, SUBMISSION } from '../../../tests/support/samples.ts'
import { startDeskListener } from '../../../tests/support/start-desk-listener.ts'
import { ingest, startIngestion } from '../storage/callbacks/ingest.ts'
import { Worklist } from '../storage/callbacks/worklist.ts'
import { type Database, isPostgres } from '../storage/database/open-database.ts'
import { CallbackRequests } from '../storage/requests/callback-requests.ts'

/** Long enough for a busy machine. */
const EVENTUALLY = { timeout: 60_000, interval: 20 }

interface Stored {
  phone?: string
  receivedAt?: Date
  suspected?: 0 | 1
}

let latest = 0

/** Stores requests as other instances do: nobody wakes the ingestion. @returns their references */
async function store(database: Database, stored: readonly Stored[]): Promise<string[]> {
  const rows = stored.map(({ phone = '0000000001', receivedAt = SUBMISSION.receivedAt, suspected = 0 }) => ({
    reference: `TEST-${String(++latest).padStart(6, '0')}`,
    form: 'appointment' as const,
    name: 'Asha Invented',
    phone,
    email: 'asha@visitor.example',
    service: null,
    message: null,
    time_slot: '02:00pm-04:00pm' as const,
    received_at: receivedAt.toISOString(),
    suspected,
    campaign: null,
    notice_version: '2026-11-01',
  }))
  for (let first = 0; first < rows.length; first += 500) {
    const some = rows.slice(first, first + 500)
    await database.insertInto('callback_requests').values(some).execute()
  }
  return rows.map(({ reference }) => reference)
}

/** How many requests each number's callbacks have: as counted on joining, and as stored. */
async function joined(database: Database) {
  const rows = await database
    .selectFrom('callbacks')
    .select(['phone_key', 'asked'])
    .select((eb) =>
      eb
        .selectFrom('callback_requests')
        .select((requests) => requests.fn.countAll().as('count'))
        .whereRef('callback_requests.callback', '=', 'callbacks.id')
        .as('stored'),
    )
    .orderBy('phone_key')
    .execute()
  return rows.map(({ phone_key, asked, stored }) => [phone_key, asked, Number(stored)])
}

describeOnEachDatabase('Ingestion', (newStore) => {
  test('has a request of another instance in the worklist within two seconds', async () => {
    const { listen, database } = await startDeskListener(await newStore())
    await listen()
    await store(database, [{}])
    await vi.waitFor(async () => expect(await joined(database)).toEqual([['0000000001', 1, 1]]), { timeout: 2_000 })
  })

  test('joins each of 2,000 requests once, also by two instances at once', async () => {
    const location = await newStore()
    const instances = [await startDeskListener(location), await startDeskListener(location)] as const
    const { database } = instances[0]
    // Half of them are of one number, among those of the others.
    const phones = Array.from({ length: 1_000 }, (_, index) => String(1_000_000_000 + index))
    await store(
      database,
      phones.flatMap((phone) => [{ phone }, {}]),
    )
    for (const { ingestion } of instances) ingestion.wake()
    await vi.waitFor(async () => expect(await joined(database)).toHaveLength(1_001), EVENTUALLY)
    const all = [['0000000001', 1_000, 1_000], ...phones.map((phone) => [phone, 1, 1])]
    await vi.waitFor(async () => expect(await joined(database)).toEqual(all), EVENTUALLY)
    const left = database.selectFrom('callback_requests').select('reference').where('callback', 'is', null)
    expect(await left.execute()).toEqual([])
  })

  test('pauses while posts come, and still ingests them', async () => {
    const { ingestion, database } = await startDeskListener(await newStore())
    await store(
      database,
      Array.from({ length: 120 }, () => ({})),
    )
    const posts = setInterval(() => ingestion.wake(), 1)
    const begin = performance.now()
    ingestion.wake()
    await vi.waitFor(async () => expect(await joined(database)).toEqual([['0000000001', 120, 120]]), EVENTUALLY)
    clearInterval(posts)
    // Three steps, with pauses of at least 50 ms.
    expect(performance.now() - begin).toBeGreaterThan(100)
  })

  test('leaves suspected requests and those from before its horizon, which the first start decides', async () => {
    const { ingestion, database, clock } = await startDeskListener(await newStore())
    const ago = (hours: number, ms = 0) => new Date(clock.now.getTime() - hours * 3_600_000 - ms)
    await store(database, [
      { phone: '0000000002', receivedAt: ago(72, 1) },
      { phone: '0000000003', receivedAt: ago(72) },
      { phone: '0000000004', suspected: 1 },
    ])
    await startIngestion(database, clock.now)
    clock.pass({ hours: 1 })
    ingestion.wake()
    await vi.waitFor(async () => expect(await joined(database)).toEqual([['0000000003', 1, 1]]), EVENTUALLY)
    await ingestion.close()
    expect(await joined(database)).toHaveLength(1)
  })

  test('takes a request that a clock years behind has dated, and puts it first', async () => {
    const { ingestion, database, clock } = await startDeskListener(await newStore())
    const receive = async (receivedAt: Date, phone: string) =>
      new CallbackRequests(database).receive({ ...DETAILS, phone }, { ...SUBMISSION, receivedAt })
    const behind = new Date('1970-01-01T00:00:10.000Z')
    await receive(behind, '0000000002')
    await startIngestion(database, clock.now)
    await receive(behind, '0000000003')
    await receive(clock.now, '0000000004')
    await receive(clock.now, '0000000003')
    ingestion.wake()
    const all = [
      ['0000000003', 2, 2],
      ['0000000004', 1, 1],
    ]
    await vi.waitFor(async () => expect(await joined(database)).toEqual(all), EVENTUALLY)
    await ingestion.close()
    const worklist = new Worklist(database, 'Asia/Kolkata')
    const overdue = await worklist.page('overdue', { now: clock.now, viewer: '', limit: 10 })
    expect(overdue.rows).toMatchObject([{ phone: '0000000003', waiting_since: behind.toISOString(), asked: 2 }])
    // Once, also when a copy brings an earlier horizon.
    await receive(behind, '0000000005')
    await database.updateTable('desk_state').set({ ingested_from: '1969' }).execute()
    await ingest(database, 'Asia/Kolkata')
    expect(await joined(database)).toEqual([['0000000002', 1, 1], ...all, ['0000000005', 1, 1]])
  })

  test('goes on after the store was unavailable for a moment', async () => {
    const { ingestion, database, logLines } = await startDeskListener(await newStore())
    await store(database, [{}])
    const setReadOnly = async (isReadOnly: boolean) => {
      if (!isPostgres(database)) return sql`pragma query_only = ${sql.lit(isReadOnly ? 1 : 0)}`.execute(database)
      const [from, to] = isReadOnly ? ['callbacks', 'gone'] : ['gone', 'callbacks']
      return sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(database)
    }
    await setReadOnly(true)
    ingestion.wake()
    await vi.waitFor(() => expect(logLines.join('')).toContain('new requests cannot be added'), EVENTUALLY)
    await setReadOnly(false)
    await vi.waitFor(async () => expect(await joined(database)).toEqual([['0000000001', 1, 1]]), EVENTUALLY)
  })

  test('ends with the step that runs when the server is stopped, also during a pause', async () => {
    const { app, ingestion, database } = await startDeskListener(await newStore())
    await store(
      database,
      Array.from({ length: 2_000 }, (_, index) => ({ phone: String(1_000_000_000 + index) })),
    )
    ingestion.wake()
    ingestion.wake()
    await vi.waitFor(async () => expect(await joined(database)).not.toEqual([]), EVENTUALLY)
    await app.close()
    const callbacks = await joined(database)
    expect(callbacks.length).toBeLessThan(2_000)
    ingestion.wake()
    expect(await joined(database)).toEqual(callbacks)
    for (const [, asked, stored] of callbacks) expect(stored).toBe(asked)
  })
})
