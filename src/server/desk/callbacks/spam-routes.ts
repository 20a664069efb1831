import type { FastifyPluginAsync } from 'fastify'
import { Refusal } from '../../http/problem.ts'
import { recordEvent } from '../../storage/audit.ts'
import { RECEIPT } from '../../storage/database/rows.ts'
import { heldRequests, MARKING, markedRequests } from '../../storage/spam.ts'
import { actorOf, callableBy } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'
import { cursorText, readMembers, wantedPage } from '../read-members.ts'

const KINDS = ['held', 'marked'] as const

/** What is held back, and what staff marked, each newest first; and bringing one into the worklist. */
export const spamRoutes: FastifyPluginAsync<DeskOptions> = async (app, { database, callbacks, worklist, now }) => {
  app.get<{ Querystring: Record<string, unknown> }>('/api/spam', callableBy('staff'), async (request) => {
    const { kind = 'held' } = readMembers(request.query, {
      kind: [(text) => KINDS.find((one) => one === text), 'This value is unknown'],
    })
    const { after, rows, next } = kind === 'held' ? await held(request.query) : await marked(request.query)
    if (after) await recordEvent(database, now(), actorOf(request), 'listed', null, { rows: rows.length })
    return { rows, next }
  })

  async function held(query: Record<string, unknown>) {
    const page = wantedPage(query, RECEIPT)
    const { rows, next } = await heldRequests(database, page)
    return { after: page.after, rows: rows.map((row) => ({ ...row, marked: null })), next: cursorText(next, RECEIPT) }
  }

  async function marked(query: Record<string, unknown>) {
    const page = wantedPage(query, MARKING)
    const { rows, next } = await markedRequests(database, page)
    return { after: page.after, rows, next: cursorText(next, MARKING) }
  }

  app.post<{ Params: { reference: string } }>('/api/spam/:reference/restore', callableBy('staff'), async (request) => {
    const actor = actorOf(request)
    const restored = await callbacks.restore(request.params.reference, actor)
    if (restored.ok) return { callback: await worklist.row(restored.value, now(), actor.by) }
    const { refusal } = restored
    throw refusal === 'unknown' ? new Refusal(404) : new Refusal(409, { code: refusal })
  })
}
