import type { FastifyPluginAsync } from 'fastify'
import { localDayOf } from '../../../callback-request/local-clock.ts'
import { Refusal } from '../../http/problem.ts'
import { recordEvent } from '../../storage/audit/audit-events.ts'
import { reportOn } from '../../storage/report/report.ts'
import { actorOf } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'

/** Source: desk, section 8. */
const MAX_DAYS = 366

const DAY_MS = 24 * 60 * 60_000

/** What became of the callbacks of a range of days, for managers. */
export const reportRoutes: FastifyPluginAsync<DeskOptions> = async (app, { database, department, now }) => {
  const manager = { config: { access: 'manager' } } as const
  app.get<{ Querystring: Record<string, unknown> }>('/api/report', manager, async (request) => {
    const { from, to } = request.query
    const first = dayNumber(from)
    const last = dayNumber(to)
    if (first === undefined) throw new Refusal(422, { errors: { from: 'Please enter a day' } })
    if (last === undefined) throw new Refusal(422, { errors: { to: 'Please enter a day' } })
    if (last < first) throw new Refusal(422, { errors: { to: 'The last day is before the first' } })
    if (last - first >= MAX_DAYS) throw new Refusal(422, { errors: { to: `Please choose at most ${MAX_DAYS} days` } })

    const range = { from: String(from), to: String(to) }
    await recordEvent(database, now(), actorOf(request), 'report-read', null, range)
    return { ...range, ...(await reportOn(database, { ...range, timeZone: department.timeZone, now: now() })) }
  })
}

/** Grows by one from day to day. Undefined for what is not a day. */
function dayNumber(text: unknown): number | undefined {
  const day = typeof text === 'string' ? localDayOf(text) : undefined
  return day && Date.UTC(day.year, day.month - 1, day.day) / DAY_MS
}
