import { pipeline, Readable } from 'node:stream'
import type { FastifyPluginAsync } from 'fastify'
import { localDayText } from '../../../callback-request/local-clock.ts'
import type { DecodedBody } from '../../http/body/decode-body.ts'
import type { AuditDetail } from '../../storage/audit/audit-events.ts'
import { CALLBACK_COLUMNS, exportedRequests } from '../../storage/search/exported-requests.ts'
import type { RequestFilter } from '../../storage/search/request-filter.ts'
import { csvRowOf, csvWriter } from '../../storage/transfer/csv-export.ts'
import { actorOf, sessionOf } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'
import { readFilter } from './read-filter.ts'

/** The page is told at most this often how far an export has come. */
const PROGRESS_MS = 500

const FILTER_MEMBERS = ['text', 'service', 'status', 'form', 'campaign', 'from', 'to'] as const

type OneExport = { Params: { token: string } }

/** Exports for managers, in two steps: a download needs an address, and no address says what is searched. */
export const exportRoutes: FastifyPluginAsync<DeskOptions> = async (app, options) => {
  const { exportTickets, exportProgress, department, now } = options
  const config = { access: 'manager' } as const

  app.post<{ Body: DecodedBody }>(
    '/api/exports',
    { config: { ...config, takesJson: true } },
    async (request, reply) => {
      const filter = readFilter(request.body, department.timeZone)
      if (!filter.ok) return reply.refuse(422, filter.errors)
      const members = Object.fromEntries(FILTER_MEMBERS.map((name) => [name, request.body[name]]))
      const token = await exportTickets.issue(sessionOf(request).tokenHash, JSON.stringify(members))
      return reply.code(201).send({ url: `/api/exports/${token}` })
    },
  )

  // Without HEAD: it would use the address up.
  app.get<OneExport>('/api/exports/:token', { config, exposeHeadRoute: false }, async (request, reply) => {
    const session = sessionOf(request).tokenHash
    const members = await exportTickets.redeem(session, request.params.token)
    if (members === undefined) return reply.refuse(404)
    const body: DecodedBody = JSON.parse(members)
    const filter = readFilter(body, department.timeZone)
    if (!filter.ok) return reply.refuse(404)

    const pages = exportedRequests(options.database, filter.value, {
      actor: actorOf(request),
      detail: detailOf(body, filter.value),
      now,
    })
    async function* rows() {
      let count = 0
      let toldAt = 0
      for await (const page of pages) {
        for (const row of page) yield csvRowOf(row)
        count += page.length
        if (performance.now() - toldAt < PROGRESS_MS) continue
        toldAt = performance.now()
        await exportProgress.tell({ session, url: request.url, rows: count, done: false })
      }
      await exportProgress.tell({ session, url: request.url, rows: count, done: true })
    }
    const csv = csvWriter(CALLBACK_COLUMNS)
    pipeline(Readable.from(rows()), csv, (error) => {
      if (error) request.log.warn({ err: error }, 'an export was not completed')
    })
    const name = `callbacks-${localDayText(now(), department.timeZone)}.csv`
    return reply
      .headers({ 'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="${name}"` })
      .send(csv)
  })
}

/** What the audit log keeps of a filter: never what was typed. */
function detailOf(body: DecodedBody, { text, service, status, form, campaign }: RequestFilter): AuditDetail {
  const chosen = {
    service,
    status,
    form,
    from: body.from,
    to: body.to,
    text: text && 'given',
    campaign: campaign && 'given',
  }
  return Object.fromEntries(Object.entries(chosen).filter(([, value]) => value)) as AuditDetail
}
