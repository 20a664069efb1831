import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyPluginAsync } from 'fastify'
import type { AuditDetail, AuditKind } from '../../../callback-request/calling/audit-kinds.ts'
import { localDayText } from '../../../callback-request/local-clock.ts'
import { csvOf } from '../../csv-export.ts'
import type { DecodedBody } from '../../http/body/decode-body.ts'
import { recordEvent } from '../../storage/audit/audit-events.ts'
import type { RequestFilter } from '../../storage/search/request-search.ts'
import { CALLBACK_COLUMNS, exportedRequests } from '../../storage/search/request-search.ts'
import { actorOf, jsonFrom } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'
import { readFilter } from './read-filter.ts'

/**
 * Exports for managers: one answer, written as fast as it is read. One that is not complete ends without the end of an
 * answer. Two audit events say that it begins, before anything is read, and how many rows it had, however it ended.
 */
export const exportRoutes: FastifyPluginAsync<DeskOptions> = async (app, options) => {
  const { database, department, now } = options
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  // Fastify waits for open answers before it closes.
  app.addHook('preClose', async () => {
    stopping.abort()
    await Promise.all(running)
  })

  app.post<{ Body: DecodedBody }>('/api/exports', jsonFrom('manager'), async (request, reply) => {
    const filter = await readFilter(request.body, options)
    const record = (kind: AuditKind, detail: AuditDetail) =>
      recordEvent(database, now(), actorOf(request), kind, null, detail)
    await record('exported', detailOf(request.body, filter))

    const requests = exportedRequests(database, filter)
    let count = 0
    async function* rows() {
      for await (const each of requests) {
        count++
        yield each
      }
    }
    const csv = Readable.from(csvOf(rows(), CALLBACK_COLUMNS), {
      signal: stopping.signal,
    })
    const ended = finished(csv)
      .catch(() => {}) // Fastify logs it
      .then(() => record('export-ended', { rows: count }))
      .catch((error) => request.log.error({ err: error }, 'the end of an export cannot be recorded'))
      .finally(() => running.delete(ended))
    running.add(ended)

    const name = `callbacks-${localDayText(now(), department.timeZone)}.csv`
    return reply
      .headers({ 'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="${name}"` })
      .send(csv)
  })
}

/** What the audit log keeps of a filter: never what was typed. */
function detailOf(body: DecodedBody, { text, service, status, form, language, campaign }: RequestFilter): AuditDetail {
  const chosen = {
    service,
    status,
    form,
    language,
    from: body.from,
    to: body.to,
    text: text && 'given',
    campaign: campaign && 'given',
  }
  return Object.fromEntries(Object.entries(chosen).filter(([, value]) => value)) as AuditDetail
}
