import type { FastifyPluginAsync } from 'fastify'
import type { DecodedBody } from '../../http/body/decode-body.ts'
import { type FoundRequest, findRequests } from '../../storage/search/request-search.ts'
import { actorOf } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'
import { cursorParts, cursorText } from '../wanted-page.ts'
import { readFilter } from './read-filter.ts'

const PAGE_ROWS = 50
const MAX_ROWS = 100

/** Finding requests. A POST, because a name or a number in an address would reach the logs of proxies. */
export const searchRoutes: FastifyPluginAsync<DeskOptions> = async (app, { database, audit, department, now }) => {
  const config = { access: 'staff', takesJson: true } as const
  app.post<{ Body: DecodedBody }>('/api/requests/search', { config }, async (request, reply) => {
    const { body } = request
    const filter = readFilter(body, department)
    const errors = filter.ok ? {} : filter.errors
    const after = body.after === undefined || body.after === null ? null : cursorOf(body.after)
    if (after === undefined) errors.after = 'Please search again'
    const { limit = PAGE_ROWS } = body
    const isCount = typeof limit === 'number' && Number.isInteger(limit) && limit >= 1 && limit <= MAX_ROWS
    if (!isCount) errors.limit = `Please ask for 1 to ${MAX_ROWS} rows`
    if (!filter.ok || after === undefined || !isCount) return reply.refuse(422, errors)
    const { rows, next, ...page } = await findRequests(database, filter.value, { after, limit })
    // Never what was typed. Nobody sees what is not recorded.
    await audit.record(now(), actorOf(request), 'searched', { rows: rows.length })
    return { rows: rows.map(listed), ...page, next: cursorText(next && [next.received_at, next.reference]) }
  })
}

function cursorOf(text: unknown) {
  const [received_at, reference] = cursorParts(text, 2) ?? []
  return received_at && reference ? { received_at, reference } : undefined
}

/** What the list shows of a request. */
function listed({
  reference,
  received_at,
  name,
  phone,
  email,
  form,
  service,
  time_slot,
  status,
  language,
  ...row
}: FoundRequest) {
  const campaign = row.campaign?.campaign ?? null
  const { suspected } = row
  return { reference, received_at, name, phone, email, form, service, time_slot, status, language, campaign, suspected }
}
