import type { FastifyPluginAsync } from 'fastify'
import { BUCKETS, type Bucket } from '../../../callback-request/calling/buckets.ts'
import type { WaitingCallbacks } from '../../../callback-request/calling/callback-row.ts'
import { localDayText } from '../../../callback-request/local-clock.ts'
import { isLanguageCode } from '../../../callback-request/stored-request.ts'
import { Refusal } from '../../http/problem.ts'
import { recordEvent } from '../../storage/audit.ts'
import type { PageOptions } from '../../storage/worklist.ts'
import { actorOf, callableBy, sessionOf } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'
import { assertKnown } from '../find/read-filter.ts'
import { cursorText, readMembers, wantedPage } from '../read-members.ts'

const KEY = ['ordered_at', 'rank', 'due_from', 'due_until', 'opened_at', 'id'] as const

const UNKNOWN = 'This value is unknown'

/** The callbacks that somebody has to make, by when they are due. */
export const worklistRoutes: FastifyPluginAsync<DeskOptions> = async (app, options) => {
  const { database, worklist, department, now } = options
  app.get<{ Querystring: Record<string, unknown> }>('/api/worklist', callableBy('staff'), async (request) => {
    const { bucket, service, language } = readMembers(request.query, {
      bucket: [(text) => BUCKETS.find((one) => one === text), UNKNOWN],
      service: [(text) => text, UNKNOWN],
      language: [(text) => (isLanguageCode(text) ? text : undefined), UNKNOWN],
    })
    const { after, limit } = wantedPage(request.query, KEY)
    if (after && !(/^[01]$/.test(after.rank) && Date.parse(after.ordered_at) > 0)) {
      throw new Refusal(422, { errors: { after: UNKNOWN } })
    }
    if (bucket === undefined && after) throw new Refusal(422, { errors: { bucket: 'A page belongs to a bucket' } })

    await assertKnown({ service, language }, options, UNKNOWN)

    const at = now()
    const { id: viewer, role } = sessionOf(request).staff
    const filter = { now: at, viewer, service, language, limit }
    const pageOf = async (one: Bucket, more: Partial<PageOptions> = {}) => {
      const { rows, next } = await worklist.page(one, { ...filter, ...more })
      return { rows, next: cursorText(next, KEY) }
    }
    if (bucket !== undefined) {
      const page = await pageOf(bucket, { after })
      if (after) await recordEvent(database, at, actorOf(request), 'listed', null, { rows: page.rows.length })
      return page
    }

    const { timeZone } = department
    const [due, overdue, today, coming] = await Promise.all([
      pageOf('due'),
      pageOf('overdue'),
      pageOf('today'),
      pageOf('coming'),
    ])
    return {
      now: at.toISOString(),
      time_zone: timeZone,
      today: localDayText(at, timeZone),
      changes_at: await worklist.changesAt(at),
      counts: await worklist.counts(at, { service, language }),
      held_back: await worklist.heldBack(at),
      mine: await worklist.doneBy(viewer, at),
      team: role === 'manager' ? await worklist.doneBy('everybody', at) : null,
      buckets: { due, overdue, today, coming },
    } satisfies WaitingCallbacks & { time_zone: string; today: string }
  })
}
