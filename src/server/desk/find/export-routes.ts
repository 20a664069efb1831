import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyPluginAsync } from 'fastify'
import type { AuditDetail } from '../../../callback-request/calling/audit-kinds.ts'
import { localDayText, localTimeText } from '../../../callback-request/local-clock.ts'
import { type Columns, campaignColumns, csvOf } from '../../csv-export.ts'
import type { DecodedBody } from '../../http/body/decode-body.ts'
import { Repeated } from '../../repeated.ts'
import { recordEvent } from '../../storage/audit.ts'
import type { RequestFilter } from '../../storage/search.ts'
import { exportedRequests, type FoundRequest } from '../../storage/search.ts'
import { aliveSessions } from '../../storage/sessions.ts'
import { actorOf, jsonFrom } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'
import { readFilter } from './read-filter.ts'

/** An export ends within 2 s when its session does. Source: desk, section 7. */
const CHECK_MS = 1_000

/**
 * Exports for managers: one answer, written as fast as it is read. One that is not complete ends without the end of an
 * answer, also when its session has ended. Two audit events say that it begins, before anything is read, and how many rows
 * it had, however it ended.
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
    const { session = '', ...actor } = actorOf(request)
    await recordEvent(database, now(), { ...actor, session }, 'exported', null, detailOf(request.body, filter))

    const signedOut = new AbortController()
    const checks = new Repeated(
      async () => {
        if (!(await aliveSessions(database, now(), [session])).has(session)) signedOut.abort()
      },
      CHECK_MS,
      // The export meets the same fault.
      () => {},
    )
    checks.start()

    const requests = exportedRequests(database, filter)
    let count = 0
    async function* rows() {
      for await (const each of requests) {
        count++
        yield each
      }
    }
    const csv = Readable.from(csvOf(rows(), columnsAt(now(), department.timeZone)), {
      signal: AbortSignal.any([stopping.signal, signedOut.signal]),
    })
    const ended = finished(csv)
      .catch(() => {}) // Fastify logs it
      .then(() => checks.close())
      .then(() => recordEvent(database, now(), actor, 'export-ended', null, { rows: count }))
      .catch((error) => request.log.error({ err: error }, 'the end of an export cannot be recorded'))
      .finally(() => running.delete(ended))
    running.add(ended)

    const name = `callbacks-${localDayText(now(), department.timeZone)}.csv`
    return reply
      .headers({ 'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="${name}"` })
      .send(csv)
  })
}

/** What a spreadsheet gets of a request: times are the department's. Source: desk, section 7. */
function columnsAt(now: Date, timeZone: string): Columns<FoundRequest> {
  const at = (instant: string | null) => instant && localTimeText(new Date(instant), timeZone)
  return {
    reference: ({ reference }) => reference,
    callback: ({ callback }) => callback,
    received: ({ received_at }) => at(received_at),
    name: ({ name }) => name,
    number: ({ phone }) => phone,
    email: ({ email }) => email,
    form: ({ form }) => form,
    service: ({ service }) => service,
    slot: ({ time_slot }) => time_slot,
    window_from: ({ due_from }) => at(due_from),
    window_until: ({ due_until }) => at(due_until),
    status: ({ status }) => status,
    asked: ({ asked }) => asked,
    tries: ({ tries }) => tries,
    first_call: ({ first_called_at }) => at(first_called_at),
    called_in_slot: (request) => calledInSlot(request, now),
    last_call: ({ last_called_at }) => at(last_called_at),
    last_caller: ({ last_caller }) => last_caller,
    settled: ({ settled_at }) => at(settled_at),
    ...campaignColumns(),
    language: ({ language }) => language,
    message: ({ message }) => message,
  }
}

/** As the report counts it. Empty where it does not: without a callback, and where the patient called us before. */
function calledInSlot(
  { first_until, first_called_at, called_in_first_window, settled_by_incoming }: FoundRequest,
  now: Date,
): 'yes' | 'no' | 'open' | null {
  if (first_until === null || settled_by_incoming === 1) return null
  if (called_in_first_window === 1) return 'yes'
  return first_called_at !== null || first_until <= now.toISOString() ? 'no' : 'open'
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
