import type { FastifyPluginAsync } from 'fastify'
import { AUDIT_KINDS } from '../../../callback-request/audit-kinds.ts'
import { endOfLocalDay, startOfLocalDay } from '../../../callback-request/local-clock.ts'
import type { FieldErrors } from '../../../callback-request/rules.ts'
import type { AuditFilter } from '../../storage/audit/audit-events.ts'
import type { DeskOptions } from '../desk-options.ts'

const PAGE_ROWS = 50

/** An event's id: its instant, a number, and a random part. */
const CURSOR = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z-\d{6}-[0-9a-f]{8}$/

/** The audit log, for managers, newest first. */
export const auditRoutes: FastifyPluginAsync<DeskOptions> = async (app, { audit, department }) => {
  const manager = { config: { access: 'manager' } } as const
  app.get<{ Querystring: Record<string, unknown> }>('/api/audit', manager, async (request, reply) => {
    const { filter, errors } = filterOf(request.query, department.timeZone)
    return Object.keys(errors).length > 0 ? reply.refuse(422, errors) : audit.page(filter, PAGE_ROWS)
  })
}

/** @param timeZone of the days `from` and `to`, both included */
function filterOf(query: Readonly<Record<string, unknown>>, timeZone: string) {
  const errors: FieldErrors = {}
  function read<Value>(name: string, message: string, parse: (text: string) => Value | undefined): Value | undefined {
    const given = query[name]
    if (given === undefined || given === '') return undefined
    const value = typeof given === 'string' ? parse(given) : undefined
    if (value === undefined) errors[name] = message
    return value
  }
  const filter: AuditFilter = {
    kind: read('kind', 'Please choose from the list', (text) => AUDIT_KINDS.find((kind) => kind === text)),
    staff: read('staff', 'Please choose from the list', (text) => (/^[\w-]{1,64}$/.test(text) ? text : undefined)),
    from: read('from', 'Please enter a day', (text) => startOfLocalDay(text, timeZone)?.toISOString()),
    until: read('to', 'Please enter a day', (text) => endOfLocalDay(text, timeZone)?.toISOString()),
    after: read('after', 'Please begin again', (text) => (CURSOR.test(text) ? text : undefined)),
  }
  return { filter, errors }
}
