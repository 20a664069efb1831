import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ReportFigures } from '../../../callback-request/calling/report.ts'
import { endOfLocalDay, localDate, startOfLocalDay } from '../../../callback-request/local-clock.ts'
import { isSettled, type RequestStatus, SETTLED_STATUSES } from '../../../callback-request/statuses.ts'
import { TIME_SLOTS } from '../../../callback-request/time-slots.ts'
import { type Database, isPostgres, read } from '../database/open-database.ts'
import { type Group, percentile, shareOf, withoutSmallGroups } from './figures.ts'

const DAY_MS = 24 * 60 * 60_000

/** What the callbacks that were opened in a range of local days came to. */
export interface Report extends ReportFigures {
  outcomes: { outcome: RequestStatus | 'open'; callbacks: number }[]
  by_service: Group[]
  by_campaign: Group[]
}

export interface LocalDays {
  /** Local days such as `2026-11-22`, both included. */
  from: string
  to: string
  timeZone: string
}

/**
 * A group of a figure: its name, the callbacks' status where that matters, and how many callbacks it has; of `received`,
 * `suspected` and `spam` (suspected, without a callback), how many requests.
 */
interface Counted {
  figure:
    | ('outcome' | 'service' | 'campaign' | 'slot' | 'began' | 'minutes' | 'untried')
    | ('received' | 'suspected' | 'spam')
  name: string
  status: RequestStatus
  callbacks: number
  /** How many of them were first called within their first window. */
  called: number
}

/** The report on a range of days. Each day is one query, after which everything else has its turn: decision 60. */
export async function reportOn(
  database: Database,
  { from, to, timeZone, now }: LocalDays & { now: Date },
): Promise<Report> {
  const sums = new Map<string, Counted>()
  const requests_per_day: Report['requests_per_day'] = []
  for (let day = from; day <= to; day = nextDay(day)) {
    const start = startOfLocalDay(day, timeZone)?.toISOString() ?? ''
    const end = endOfLocalDay(day, timeZone)?.toISOString() ?? ''
    const rows = await countedBetween(database, start, end, now)
    const [received = 0, suspected = 0] = ['received', 'suspected'].map((one) =>
      Number(rows.find(({ figure }) => figure === one)?.callbacks),
    )
    requests_per_day.push({ day, requests: received - suspected })
    for (const row of rows) {
      const key = JSON.stringify([row.figure, row.name, row.status])
      const sum = sums.get(key) ?? { ...row, callbacks: 0, called: 0 }
      sum.callbacks += Number(row.callbacks)
      sum.called += Number(row.called)
      sums.set(key, sum)
    }
    await setImmediate()
  }
  const counted = Map.groupBy(sums.values(), ({ figure }) => figure)
  return { ...figuresOf((figure) => counted.get(figure) ?? [], timeZone), requests_per_day }
}

function figuresOf(
  groups: (figure: Counted['figure']) => Counted[],
  timeZone: string,
): Omit<Report, 'requests_per_day'> {
  const outcomes = groups('outcome')
  const withOutcome = (outcome: RequestStatus | 'open') =>
    total(outcomes.filter(({ status }) => (isSettled(status) ? status : 'open') === outcome))
  const slots = groups('slot')
  const minutes = new Map(groups('minutes').map(({ name, callbacks }) => [Number(name), callbacks]))
  const weekdays = Map.groupBy(groups('began'), ({ name }) => weekdayOf(name, timeZone))
  return {
    spam: withOutcome('spam') + total(groups('spam')),
    called_within_slot: shareOf(totalCalled(slots), total(slots)),
    time_to_first_call: {
      median_minutes: percentile(minutes, 50),
      p90_minutes: percentile(minutes, 90),
      none_yet: total(groups('untried')),
    },
    outcomes: REPORTED.map((outcome) => ({ outcome, callbacks: withOutcome(outcome) })),
    by_service: groupsOf(groups('service'), 'No service named'),
    by_campaign: groupsOf(groups('campaign'), 'No campaign'),
    called_by_slot: TIME_SLOTS.flatMap((slot) => {
      const own = slots.filter(({ name }) => name === slot)
      return own.length > 0 ? [{ slot, ...shareOf(totalCalled(own), total(own)) }] : []
    }),
    called_by_weekday: Array.from({ length: 7 }, (_, weekday) => {
      const own = weekdays.get(weekday) ?? []
      return { weekday, ...shareOf(totalCalled(own), total(own)) }
    }),
  }
}

/** Whatever settled a callback for its caller; then all that are open. */
const REPORTED = [...SETTLED_STATUSES.filter((one) => one !== 'spam' && one !== 'before_desk'), 'open'] as const

const total = (groups: readonly Counted[]) => groups.reduce((sum, { callbacks }) => sum + callbacks, 0)
const totalCalled = (groups: readonly Counted[]) => groups.reduce((sum, { called }) => sum + called, 0)

function groupsOf(counted: readonly Counted[], unnamed: string): Group[] {
  const groups = [...Map.groupBy(counted, ({ name }) => name)].map(([name, own]) => ({
    name: name || unnamed,
    callbacks: total(own),
    booked: total(own.filter(({ status }) => status === 'booked')),
  }))
  return withoutSmallGroups(groups)
}

/** @param minute such as `2026-11-20T09:30`, in UTC. @returns 0 for a Monday in the zone */
function weekdayOf(minute: string, timeZone: string): number {
  const { year, month, day } = localDate(new Date(`${minute}Z`), timeZone)
  return (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7
}

/** What came from an instant on and before another one, in the groups of each figure. */
async function countedBetween(database: Database, start: string, end: string, now: Date): Promise<Counted[]> {
  const milliseconds = (column: string) =>
    isPostgres(database)
      ? sql`cast(extract(epoch from ${sql.ref(column)}::timestamptz) * 1000 as bigint)`
      : sql`(unixepoch(${sql.ref(column)}) * 1000 + substr(${sql.ref(column)}, 21, 3))`
  const minutes = sql`(${milliseconds('first_tried_at')} - ${milliseconds('first_from')}) / 60000`
  const received = sql`from callback_requests where received_at >= ${start} and received_at < ${end}`
  // The same text as in the index `callback_requests_suspected`.
  const suspected = sql`${received} and suspected = 1`
  const query = sql<Counted>`
    with opened as materialized (
      select status, first_slot as slot, coalesce(first_service, '') as service,
        coalesce(first_campaign, '') as campaign, substr(first_from, 1, 16) as began,
        case when first_tried_at is not null then 1 else 0 end as tried,
        case when first_tried_at >= first_from and first_tried_at < first_until then 1 else 0 end as called,
        case when first_tried_at is not null or first_until <= ${now.toISOString()} then 1 else 0 end as counts,
        case when first_tried_at > first_from then ${minutes} else 0 end as minutes
      from callbacks
      where opened_at >= ${start} and opened_at < ${end} and status <> 'before_desk'
    ), ours as materialized (select * from opened where status <> 'spam')
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
  return read(database, query)
}

function nextDay(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
}
