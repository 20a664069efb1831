import type { FastifyPluginAsync } from 'fastify'
import type { FoundPage, FoundRow } from '../../../callback-request/calling/callback-row.ts'
import type { DecodedBody } from '../../http/body/decode-body.ts'
import { recordEvent } from '../../storage/audit.ts'
import { type FoundRequest, findRequests } from '../../storage/search.ts'
import { actorOf, jsonFrom } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'
import { cursorText, wantedPage } from '../read-members.ts'
import { readFilter } from './read-filter.ts'

const KEY = ['received_at', 'reference'] as const

/** Finding requests. A POST, because a name or a number in an address would reach the logs of proxies. */
export const searchRoutes: FastifyPluginAsync<DeskOptions> = async (app, options) => {
  const { database, now } = options
  app.post<{ Body: DecodedBody }>('/api/requests/search', jsonFrom('staff'), async (request) => {
    const { body } = request
    const filter = await readFilter(body, options)
    const given = { after: body.after, limit: typeof body.limit === 'number' ? String(body.limit) : body.limit }
    const { rows, next, ...page } = await findRequests(database, filter, wantedPage(given, KEY))
    // Never what was typed. Nobody sees what is not recorded.
    await recordEvent(database, now(), actorOf(request), 'searched', null, { rows: rows.length })
    return { rows: rows.map(listed), ...page, next: cursorText(next, KEY) } satisfies FoundPage
  })
}

/** What the list shows of a request. */
function listed(request: FoundRequest): FoundRow {
  const { reference, received_at, name, phone, email, form, service, time_slot, status, language, suspected } = request
  const shown = { reference, received_at, name, phone, email, form, service, time_slot, status, language, suspected }
  return { ...shown, campaign: request.campaign?.campaign ?? null }
}
