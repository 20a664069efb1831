import type { FastifyPluginAsync } from 'fastify'
import { Refusal } from '../../http/problem.ts'
import { recordEvent } from '../../storage/audit.ts'
import { suspectedRequests } from '../../storage/spam.ts'
import { actorOf, callableBy } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'
import { cursorText, wantedPage } from '../read-members.ts'

const KEY = ['received_at', 'reference'] as const

/** The requests that may be spam, newest first, and bringing one into the worklist. */
export const spamRoutes: FastifyPluginAsync<DeskOptions> = async (app, { database, callbacks, worklist, now }) => {
  app.get<{ Querystring: Record<string, unknown> }>('/api/spam', callableBy('staff'), async (request) => {
    const page = wantedPage(request.query, KEY)
    const { rows, next } = await suspectedRequests(database, page)
    if (page.after) await recordEvent(database, now(), actorOf(request), 'listed', null, { rows: rows.length })
    return { rows, next: cursorText(next, KEY) }
  })

  app.post<{ Params: { reference: string } }>('/api/spam/:reference/restore', callableBy('staff'), async (request) => {
    const actor = actorOf(request)
    const restored = await callbacks.restore(request.params.reference, actor)
    if (restored.ok) return { callback: await worklist.row(restored.value, now(), actor.by) }
    const { refusal } = restored
    throw refusal === 'unknown' ? new Refusal(404) : new Refusal(409, { code: refusal })
  })
}
