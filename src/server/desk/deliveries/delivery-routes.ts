import type { FastifyPluginAsync } from 'fastify'
import type { RowsPage } from '../../../callback-request/calling/callback-row.ts'
import { type Delivery, type DeliveryCounts, nextTryAt } from '../../../callback-request/calling/messages.ts'
import { Refusal } from '../../http/problem.ts'
import {
  dismissMessages,
  resendMessages,
  type UndeliveredMessage,
  undeliveredCounts,
  undeliveredPage,
} from '../../storage/undelivered.ts'
import { actorOf, callableBy } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'
import { cursorText, wantedPage } from '../read-members.ts'

type OneRequest = { Params: { reference: string } }

const KEY = ['status', 'queued_at', 'id'] as const
const STATES = ['abandoned', 'waiting'] as const

/** The messages that have not been delivered, and what staff do with those of a request. */
export const deliveryRoutes: FastifyPluginAsync<DeskOptions> = async (app, options) => {
  const { database, channels, changes, wakeNotifications, now } = options

  // With `limit=0` only the counts, for the banner of every page.
  app.get<{ Querystring: Record<string, unknown> }>('/api/deliveries', callableBy('staff'), async (request) => {
    const { after, limit } = wantedPage(request.query, KEY, 0)
    const status = STATES.find((one) => one === after?.status)
    if (after && !status) throw new Refusal(422, { errors: { after: 'This value is unknown' } })
    const { waiting, abandoned, oldestWaitingAt } = await undeliveredCounts(database, now())
    const bounds = { after: after && status && { ...after, status }, limit }
    const { rows, next } = limit === 0 ? { rows: [], next: null } : await undeliveredPage(database, bounds)
    return {
      waiting,
      oldest_waiting_at: oldestWaitingAt,
      abandoned,
      rows: rows.map((row) => deliveryOf(row, now())),
      next: cursorText(next, KEY),
    } satisfies DeliveryCounts & RowsPage<Delivery>
  })

  app.post<OneRequest>('/api/deliveries/:reference/resend', callableBy('staff'), async (request, reply) => {
    const result = await resendMessages(
      { database, at: now(), actor: actorOf(request) },
      request.params.reference,
      channels,
    )
    if (result === 'unknown') throw new Refusal(404)
    if (result !== 'resent') throw new Refusal(409, { code: result })
    changes.publish()
    wakeNotifications()
    return reply.code(202).send()
  })

  app.post<OneRequest>('/api/deliveries/:reference/dismiss', callableBy('staff'), async (request, reply) => {
    const result = await dismissMessages(
      { database, at: now(), actor: actorOf(request) },
      request.params.reference,
      channels,
    )
    if (result === 'unknown') throw new Refusal(404)
    if (result === 'waiting') throw new Refusal(409, { code: result })
    changes.publish()
    return reply.code(204).send()
  })
}

/** A message as the list shows it. One without a next try is tried at once. */
function deliveryOf(message: UndeliveredMessage, now: Date): Delivery {
  const { status: state, failed_attempts: attempts, due_at: _, failure: reason, ...own } = message
  return { ...own, state, attempts, next_try_at: nextTryAt(message, now), reason }
}
