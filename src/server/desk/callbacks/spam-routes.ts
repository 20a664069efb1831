import type { FastifyPluginAsync } from 'fastify'
import { Refusal } from '../../http/problem.ts'
import { suspectedRequests } from '../../storage/callbacks/suspected-requests.ts'
import { actorOf } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'
import { cursorText, wantedPage } from '../wanted-page.ts'

/** The requests that may be spam, newest first, and bringing one into the worklist. */
export const spamRoutes: FastifyPluginAsync<DeskOptions> = async (app, { database, callbacks, worklist, now }) => {
  const config = { access: 'staff' } as const

  app.get<{ Querystring: Record<string, unknown> }>('/api/spam', { config }, async (request) => {
    const { after, limit } = wantedPage(request.query, 2)
    const [received_at = '', reference = ''] = after ?? []
    const { rows, next } = await suspectedRequests(database, { after: after && { received_at, reference }, limit })
    return { rows, next: cursorText(next && [next.received_at, next.reference]) }
  })

  app.post<{ Params: { reference: string } }>('/api/spam/:reference/restore', { config }, async (request) => {
    const actor = actorOf(request)
    const id = await callbacks.restore(request.params.reference, actor)
    if (id === undefined) throw new Refusal(404)
    return { callback: await worklist.row(id, now(), actor.by) }
  })
}
