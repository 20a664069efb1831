import type { FastifyPluginAsync } from 'fastify'
import type { DecodedBody } from '../../http/body/decode-body.ts'
import type { SearchCursor } from '../../storage/search/request-search.ts'
import { actorOf } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'
import { readFilter } from './read-filter.ts'

const PAGE_ROWS = 50
const MAX_ROWS = 100

/** Finding requests. A POST, because a name or a number in an address would reach the logs of proxies. */
export const searchRoutes: FastifyPluginAsync<DeskOptions> = async (app, { audit, search, department, now }) => {
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
    const { next, ...page } = await search.find(filter.value, { after, limit })
    // Never what was typed. Nobody sees what is not recorded.
    await audit.record(now(), actorOf(request), 'searched', { rows: page.rows.length })
    return { ...page, next: next && textOf(next) }
  })
}

/** A cursor as a text without meaning for the caller. */
function textOf({ received_at, reference, word }: SearchCursor): string {
  return Buffer.from(JSON.stringify([received_at, reference, word])).toString('base64url')
}

function cursorOf(text: unknown): SearchCursor | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(String(text), 'base64url').toString())
    if (!Array.isArray(parts) || parts.length !== 3) return undefined
    const [received_at, reference, word] = parts
    const areTexts = [received_at, reference].every((part) => /^[\w:.-]{1,64}$/.test(part))
    const isWord = word === null || (typeof word === 'string' && !word.includes('\0'))
    return areTexts && isWord ? { received_at, reference, word } : undefined
  } catch {
    return undefined
  }
}
