import type { FastifyPluginAsync } from 'fastify'
import { BUCKETS, type Bucket } from '../../../callback-request/calling/buckets.ts'
import { localDayText } from '../../../callback-request/local-clock.ts'
import type { FieldErrors } from '../../../callback-request/rules.ts'
import { isLanguageCode } from '../../../callback-request/stored-request.ts'
import type { PageOptions } from '../../storage/callbacks/worklist.ts'
import { sessionOf } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'
import { cursorText, wantedPage } from '../wanted-page.ts'

/** The callbacks that somebody has to make, by when they are due. */
export const worklistRoutes: FastifyPluginAsync<DeskOptions> = async (app, { worklist, department, now }) => {
  const reading = { config: { access: 'staff' } } as const
  app.get<{ Querystring: Record<string, unknown> }>('/api/worklist', reading, async (request, reply) => {
    const errors: FieldErrors = {}
    const read = <Value>(name: string, parse: (text: string) => Value | undefined): Value | undefined => {
      const given = request.query[name]
      if (given === undefined) return undefined
      const value = typeof given === 'string' ? parse(given) : undefined
      if (value === undefined) errors[name] = 'This value is unknown'
      return value
    }
    const bucket = read('bucket', (text) => BUCKETS.find((one) => one === text))
    const service = read('service', (text) => department.offer.services.find((one) => one === text))
    const language = read('language', (text) => (isLanguageCode(text) ? text : undefined))
    const wanted = wantedPage(request.query, 4)
    if (!wanted.ok) Object.assign(errors, wanted.errors)
    if (bucket === undefined && 'after' in request.query) errors.bucket = 'A page belongs to a bucket'
    if (!wanted.ok || Object.keys(errors).length > 0) return reply.refuse(422, errors)

    const { after, limit } = wanted.value
    const [due_from = '', due_until = '', opened_at = '', id = ''] = after ?? []
    const at = now()
    const viewer = sessionOf(request).staff.id
    const options = { now: at, viewer, service, language, limit }
    const pageOf = async (one: Bucket, more: Partial<PageOptions> = {}) => {
      const { rows, next } = await worklist.page(one, { ...options, ...more })
      return { rows, next: cursorText(next && [next.due_from, next.due_until, next.opened_at, next.id]) }
    }
    if (bucket !== undefined) return pageOf(bucket, { after: after && { due_from, due_until, opened_at, id } })

    const { timeZone } = department
    const [overdue, due, today, coming] = await Promise.all([
      pageOf('overdue'),
      pageOf('due'),
      pageOf('today'),
      pageOf('coming'),
    ])
    return {
      now: at.toISOString(),
      time_zone: timeZone,
      today: localDayText(at, timeZone),
      changes_at: await worklist.changesAt(at),
      counts: await worklist.counts(at, { service, language }),
      mine: await worklist.doneBy(viewer, at),
      buckets: { overdue, due, today, coming },
    }
  })
}
