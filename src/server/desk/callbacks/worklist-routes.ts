import type { FastifyPluginAsync } from 'fastify'
import { BUCKETS, type Bucket } from '../../../callback-request/buckets.ts'
import { localDayText } from '../../../callback-request/local-clock.ts'
import type { FieldErrors } from '../../../callback-request/rules.ts'
import { SERVICES } from '../../../callback-request/services.ts'
import type { Cursor, PageOptions } from '../../storage/callbacks/worklist.ts'
import { sessionOf } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'

const PAGE_ROWS = 50
const MAX_ROWS = 100

/** The callbacks that somebody has to make, by when they are due. */
export const worklistRoutes: FastifyPluginAsync<DeskOptions> = async (app, { worklist, department, now }) => {
  app.get<{ Querystring: Record<string, unknown> }>(
    '/api/worklist',
    { config: { access: 'staff' } },
    async (request, reply) => {
      const errors: FieldErrors = {}
      const read = <Value>(name: string, parse: (text: string) => Value | undefined): Value | undefined => {
        const given = request.query[name]
        if (given === undefined) return undefined
        const value = typeof given === 'string' ? parse(given) : undefined
        if (value === undefined) errors[name] = 'This value is unknown'
        return value
      }
      const bucket = read('bucket', (text) => BUCKETS.find((one) => one === text))
      const service = read('service', (text) => SERVICES.find((one) => one === text))
      const after = read('after', cursorOf)
      const limit = read('limit', limitOf) ?? PAGE_ROWS
      if (bucket === undefined && 'after' in request.query) errors.bucket = 'A page belongs to a bucket'
      if (Object.keys(errors).length > 0) return reply.refuse(422, errors)

      const at = now()
      const options = { now: at, viewer: sessionOf(request).staff.id, service, limit }
      const pageOf = async (one: Bucket, more: Partial<PageOptions> = {}) => {
        const { rows, next } = await worklist.page(one, { ...options, ...more })
        return { rows, next: next && textOf(next) }
      }
      if (bucket !== undefined) return pageOf(bucket, { after })

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
        counts: await worklist.counts(at, service),
        buckets: { overdue, due, today, coming },
      }
    },
  )
}

/** A cursor as a text without meaning for the caller. */
function textOf({ due_until, opened_at, id }: Cursor): string {
  return Buffer.from(JSON.stringify([due_until, opened_at, id])).toString('base64url')
}

function cursorOf(text: string): Cursor | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (!Array.isArray(parts) || parts.length !== 3 || parts.some((part) => !/^[\w:.-]{1,64}$/.test(part))) {
      return undefined
    }
    const [due_until, opened_at, id] = parts
    return { due_until, opened_at, id }
  } catch {
    return undefined
  }
}

function limitOf(text: string): number | undefined {
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0
  return limit >= 1 && limit <= MAX_ROWS ? limit : undefined
}
