import type { FastifyPluginAsync } from 'fastify'
import { parseReportRange } from '../../../callback-request/calling/report-range.ts'
import { Refusal } from '../../http/problem.ts'
import { recordEvent } from '../../storage/audit.ts'
import { reportOn } from '../../storage/report.ts'
import { actorOf, callableBy } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'

/** What became of the callbacks of a range of days, for managers. */
export const reportRoutes: FastifyPluginAsync<DeskOptions> = async (app, { database, department, now }) => {
  app.get<{ Querystring: Record<string, unknown> }>('/api/report', callableBy('manager'), async (request) => {
    const result = parseReportRange(request.query)
    if (!result.ok) throw new Refusal(422, { errors: result.errors })
    const range = result.value
    await recordEvent(database, now(), actorOf(request), 'report-read', null, { ...range })
    return { ...range, ...(await reportOn(database, { ...range, timeZone: department.timeZone, now: now() })) }
  })
}
