import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { type Database, isPostgres } from '../database/open-database.ts'
import type { Schema } from '../database/schema.ts'
import type { Channel } from './outbox-message.ts'

/**
 * A failure further in the future than this was dated by a clock that has been put back since, and so was the next
 * attempt: it is due. Less may be the difference between the clocks of two instances. 5 minutes.
 */
const CLOCK_DIFFERENCE_MS = 5 * 60_000

/** When a waiting message's `due_at` was computed. The same text as in the index `outbox_messages_by_decision`. */
const DUE_AT_COMPUTED_AT = sql.raw<string>('coalesce(failed_at, queued_at)')

export interface Claim {
  lease: string
  now: Date
  expiredLeases: readonly string[]
  limit: number
}

type Condition = (eb: ExpressionBuilder<Schema, 'outbox_messages'>) => ReturnType<typeof eb.and>

/**
 * The statement that gives messages of a channel a lease: due ones without a lease, and those of expired leases, the
 * earliest first. Each kind is found by its own index, so that a claim does not read the retries that are not yet due,
 * of which there may be 100,000.
 */
export function claimMessages(database: Database, channel: Channel, { lease, now, expiredLeases, limit }: Claim) {
  const instant = now.toISOString()
  const skew = new Date(now.getTime() + CLOCK_DIFFERENCE_MS).toISOString()
  const isDue: Condition = (eb) => eb.and([eb('lease', 'is', null), eb('due_at', '<=', instant)])
  // Decided later than now: the clock has been put back. A message that was never tried is always due.
  const isDatedAhead: Condition = (eb) =>
    eb.and([
      eb('lease', 'is', null),
      sql<SqlBool>`${DUE_AT_COMPUTED_AT} > ${instant}`,
      eb.or([eb('failed_at', 'is', null), eb('failed_at', '>', skew)]),
    ])
  const isExpired: Condition = (eb) =>
    eb.and(expiredLeases.length > 0 ? [eb('lease', 'in', expiredLeases)] : [eb.lit(false)])
  const isWaiting: Condition = (eb) => eb.and([eb('status', '=', sql.lit('waiting')), eb('channel', '=', channel)])

  const messagesWith = (condition: Condition, order: 'due_at' | 'lease' | typeof DUE_AT_COMPUTED_AT) =>
    database
      .selectFrom('outbox_messages')
      .select(['id', 'due_at'])
      .where(isWaiting)
      .where(condition)
      .orderBy(order)
      .limit(limit)
      // On PostgreSQL, leaves messages that another instance is claiming at this moment to that instance.
      .$if(isPostgres(database), (query) => query.forUpdate().skipLocked())

  return (
    database
      // Materialized: PostgreSQL may run a subquery once for each row, and each time skip the rows locked before.
      .with(
        (cte) => cte('due').materialized(),
        () => messagesWith(isDue, 'due_at'),
      )
      .with(
        (cte) => cte('dated_ahead').materialized(),
        () => messagesWith(isDatedAhead, DUE_AT_COMPUTED_AT),
      )
      .with(
        (cte) => cte('expired').materialized(),
        () => messagesWith(isExpired, 'lease'),
      )
      .with(
        (cte) => cte('chosen').materialized(),
        (database) =>
          database
            .selectFrom(
              database
                .selectFrom('due')
                .select(['id', 'due_at'])
                .unionAll(database.selectFrom('dated_ahead').select(['id', 'due_at']))
                .unionAll(database.selectFrom('expired').select(['id', 'due_at']))
                .as('claimable'),
            )
            .select('id')
            .orderBy('due_at')
            .limit(limit),
      )
      .updateTable('outbox_messages')
      .set({ lease })
      .where('id', 'in', (eb) => eb.selectFrom('chosen').select('id'))
      // Instances that chose the same rows at once wait for each other's update, and must then check again. SQLite
      // has one writer.
      .$if(isPostgres(database), (query) =>
        query.where(isWaiting).where((eb) => eb.or([isDue(eb), isDatedAhead(eb), isExpired(eb)])),
      )
  )
}
