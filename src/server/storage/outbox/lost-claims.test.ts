import { Client } from 'pg'
import { expect, onTestFinished } from 'vitest'
import { hasPostgres } from '../../../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../../../tests/support/database/postgres-database.ts'
import { DETAILS, SUBMISSION } from '../../../../tests/support/samples.ts'
import { silenceable } from '../../../../tests/support/silenceable.ts'
import { testRequiring } from '../../../../tests/support/test-requirements.ts'
import { openPostgres } from '../database/open-postgres.ts'
import { CallbackRequests } from '../requests/callback-requests.ts'
import { OutboxMessages } from './outbox-messages.ts'

const NOW = SUBMISSION.receivedAt
const LATER = new Date(NOW.getTime() + 60_000)

testRequiring(
  { PostgreSQL: hasPostgres() },
  'Messages of a claim whose answer was lost are claimed by the next one, and do not wait for the lease to expire',
  {},
  async () => {
    const url = await newPostgresDatabase()
    const { address, silence } = await silenceable(url)
    const database = await openPostgres(address, { connectMs: 3_000, statementMs: 10_000, queryMs: 1_000 })
    onTestFinished(() => database.destroy())
    const requests = new CallbackRequests(database, { channels: ['webhook'] })
    const outbox = new OutboxMessages(database)
    const claim = () => outbox.claim('webhook', { now: LATER, expiredLeases: [], limit: 10 })
    const references = new Set<string>()
    for (let count = 0; count < 2; count++) {
      const result = await requests.receive(DETAILS, SUBMISSION)
      if (result.ok) references.add(result.reference)
    }

    const other = new Client(url)
    await other.connect()
    await other.query('begin; lock table outbox_messages')
    const unanswered = expect(claim()).rejects.toMatchObject({ name: 'StoreUnavailable' })
    const waiting = `select from pg_locks where not granted and relation = 'outbox_messages'::regclass
      and database = (select oid from pg_database where datname = current_database())`
    await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1)
    silence()
    await other.query('commit')
    await unanswered
    await expect.poll(() => outbox.leases('webhook')).toHaveLength(1)
    await other.end()

    const claimed = await claim()
    expect(new Set(claimed.map(({ request }) => request.reference))).toEqual(references)
    expect(await claim()).toEqual([])
    for (const message of claimed) await outbox.recordResult(message, { status: 'delivered', settledAt: NOW })
    expect(await outbox.leases('webhook')).toEqual([])
  },
)
