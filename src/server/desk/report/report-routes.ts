import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { parseReportRange } from '../../../callback-request/calling/report-range.ts'
import { Refusal } from '../../http/problem.ts'
import { recordEvent } from '../../storage/audit.ts'
import { missedIn, reportOn } from '../../storage/report.ts'
import { actorOf, callableBy } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'
import { cursorText, wantedPage } from '../read-members.ts'

const KEY = ['opened_at', 'id'] as const

type Query = { Querystring: Record<string, unknown> }

/** What became of the callbacks of a range of days, and who was not called in time, for managers. */
export const reportRoutes: FastifyPluginAsync<DeskOptions> = async (app, { database, department, now }) => {
  app.get<Query>('/api/report', callableBy('manager'), async (request) => {
    const range = await readRange(request)
    return { ...range, ...(await reportOn(database, optionsOf(range))) }
  })

  app.get<Query>('/api/report/missed', callableBy('manager'), async (request) => {
    const page = wantedPage(request.query, KEY)
    const { rows, next } = await missedIn(database, optionsOf(await readRange(request)), page)
    return { rows, next: cursorText(next, KEY) }
  })

  const optionsOf = (range: { from: string; to: string }) => ({ ...range, timeZone: department.timeZone, now: now() })

  /** The range, which is recorded. @throws Refusal */
  async function readRange(request: FastifyRequest<Query>) {
    const result = parseReportRange(request.query)
    if (!result.ok) throw new Refusal(422, { errors: result.errors })
    await recordEvent(database, now(), actorOf(request), 'report-read', null, { ...result.value })
    return result.value
  }
}
