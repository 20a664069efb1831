import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { OUTCOMES } from '../../callback-request/calling/outcomes.ts'
import {
  addGroups,
  type CountedGroup,
  figuresOf,
  type Missed,
  type ReportFigures,
} from '../../callback-request/calling/report.ts'
import type { ReportRange } from '../../callback-request/calling/report-range.ts'
import { endOfLocalDay, startOfLocalDay } from '../../callback-request/local-clock.ts'
import { type Database, isPostgres, read } from './database/open-database.ts'
import type { PageBounds } from './database/rows.ts'
import type { CallbacksTable } from './database/schema.ts'

const DAY_MS = 24 * 60 * 60_000

interface ReportOptions extends ReportRange {
  timeZone: string
  now: Date
}

/** The report on a range of days. Each day is one query, after which everything else has its turn: decision 60. */
export async function reportOn(database: Database, { from, to, timeZone, now }: ReportOptions): Promise<ReportFigures> {
  const sums = new Map<string, CountedGroup>()
  const requests_per_day: ReportFigures['requests_per_day'] = []
  for (let day = from; day <= to; day = nextDay(day)) {
    const groups = await countedOn(database, day, timeZone, now)
    const requestsOf = (one: CountedGroup['figure']) => groups.find(({ figure }) => figure === one)?.callbacks ?? 0
    requests_per_day.push({ day, requests: requestsOf('received') - requestsOf('suspected') })
    addGroups(sums, groups, timeZone)
    await setImmediate()
  }
  return { ...figuresOf(sums), requests_per_day }
}

/** What came on a local day, in the groups of each figure. */
async function countedOn(database: Database, day: string, timeZone: string, now: Date): Promise<CountedGroup[]> {
  const milliseconds = (column: string) =>
    isPostgres(database)
      ? sql`cast(extract(epoch from ${sql.ref(column)}::timestamptz) * 1000 as bigint)`
      : sql`(unixepoch(${sql.ref(column)}) * 1000 + substr(${sql.ref(column)}, 21, 3))`
  const minutes = sql`(${milliseconds('first_called_at')} - ${milliseconds('first_from')}) / 60000`
  const received = sql`from callback_requests where ${isOn(day, timeZone, 'received_at')} and withdrawn_at is null`
  // The same text as in the index `callback_requests_suspected`.
  const suspected = sql`${received} and suspicion is not null`
  const query = sql<CountedGroup>`
    with opened as materialized (
      select status, first_slot as slot, coalesce(first_service, '') as service,
        coalesce(first_campaign, '') as campaign, substr(first_from, 1, 16) as began,
        case when first_called_at is not null then 1 else 0 end as tried,
        called_in_first_window as called,
        case when ${isOfShare(now)} then 1 else 0 end as counts,
        case when first_called_at > first_from then ${minutes} else 0 end as minutes
      from callbacks
      where ${isOn(day, timeZone, 'opened_at')} and status <> 'before_desk'
    ), ours as materialized (select * from opened where ${IS_OURS})
    select 'outcome' as figure, '' as name, status, count(*) as callbacks, 0 as called from opened group by status
    union all select 'service', service, status, count(*), 0 from ours group by service, status
    union all select 'campaign', campaign, status, count(*), 0 from ours group by campaign, status
    union all select 'slot', slot, '', count(*), sum(called) from ours where counts = 1 group by slot
    union all select 'began', began, '', count(*), sum(called) from ours where counts = 1 group by began
    union all select 'minutes', cast(minutes as text), '', count(*), 0 from ours where tried = 1 group by minutes
    union all select 'untried', '', '', count(*), 0 from ours where tried = 0
    union all select 'received', '', '', count(*), 0 ${received}
    union all select 'suspected', '', '', count(*), 0 ${suspected}
    union all select 'spam', '', '', count(*), 0 ${suspected} and callback is null`
  // PostgreSQL's counts are texts.
  const rows = await read(database, query)
  return rows.map((row) => ({ ...row, callbacks: Number(row.callbacks), called: Number(row.called) }))
}

type MissedCursor = Pick<CallbacksTable, 'opened_at' | 'id'>

/** The people behind the share who were not called in their window: a page, the newest first. It reads day by day, too. */
export async function missedIn(
  database: Database,
  { from, to, timeZone, now }: ReportOptions,
  { after, limit }: PageBounds<MissedCursor>,
): Promise<{ rows: Missed[]; next: MissedCursor | null }> {
  const found: (Omit<Missed, 'first_call'> & MissedCursor & NonNullable<Missed['first_call']>)[] = []
  const isAfter = after ? sql`and (opened_at, id) < (${after.opened_at}, ${after.id})` : sql``
  const firstCall = (column: RawBuilder<unknown>) => sql`(
    select ${column} from attempts left join staff on staff.id = by
    where callback = callbacks.id and incoming = 0 and undone_at is null and what in (${sql.join(OUTCOMES)})
    order by revision limit 1)`
  for (let day = to; day >= from && found.length <= limit; day = nextDay(day, -1)) {
    const rows = sql<(typeof found)[number]>`
      select opened_at, id, first_reference as reference, name, first_slot as slot, first_from as due_from,
        first_until as due_until, first_called_at as began_at, ${firstCall(sql`coalesce(staff.name, '')`)} as by,
        ${firstCall(sql`what`)} as outcome
      from callbacks where ${isOn(day, timeZone, 'opened_at')} and ${IS_OURS} and ${isOfShare(now)}
        and called_in_first_window = 0 ${isAfter}
      order by opened_at desc, id desc limit ${limit + 1 - found.length}`
    found.push(...(await read(database, rows)))
    await setImmediate()
  }
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return {
    rows: rows.map(({ opened_at: _, id: __, began_at, by, outcome, ...missed }) => ({
      ...missed,
      first_call: began_at === null ? null : { began_at, by, outcome },
    })),
    next: last ? { opened_at: last.opened_at, id: last.id } : null,
  }
}

/** Callbacks that the figures count. Source: desk, section 8. */
const IS_OURS = sql`status not in ('spam', 'withdrawn', 'before_desk')`

/** Those that were called or whose opening window is over, unless whoever waited called first. Source: desk, section 8. */
function isOfShare(now: Date): RawBuilder<unknown> {
  return sql`settled_by_incoming = 0 and (first_called_at is not null or first_until <= ${now.toISOString()})`
}

/** @param column an instant */
function isOn(day: string, timeZone: string, column: string): RawBuilder<unknown> {
  const [start, end] = [startOfLocalDay(day, timeZone), endOfLocalDay(day, timeZone)]
  const of = sql.ref(column)
  return sql`${of} >= ${start?.toISOString() ?? ''} and ${of} < ${end?.toISOString() ?? ''}`
}

function nextDay(day: string, days = 1): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}
