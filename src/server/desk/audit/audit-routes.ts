import type { FastifyPluginAsync } from 'fastify'
import { AUDIT_KINDS } from '../../../callback-request/calling/audit-kinds.ts'
import { endOfLocalDay, startOfLocalDay } from '../../../callback-request/local-clock.ts'
import { referenceIn } from '../../../callback-request/reference.ts'
import { NOT_OFFERED } from '../../../callback-request/rules.ts'
import { auditPage } from '../../storage/audit.ts'
import { callableBy } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'
import { cursorText, readMembers, wantedPage } from '../read-members.ts'

const KEY = ['id'] as const

const DAY = 'Please enter a day'

/**
 * The audit log, for managers, newest first. The days `from` and `to` are both included; `reference` means the whole person
 * who made this request.
 */
export const auditRoutes: FastifyPluginAsync<DeskOptions> = async (app, { database, department: { timeZone } }) => {
  app.get<{ Querystring: Record<string, unknown> }>('/api/audit', callableBy('manager'), async ({ query }) => {
    const { to: until, ...filter } = readMembers(query, {
      kind: [(text) => AUDIT_KINDS.find((kind) => kind === text), NOT_OFFERED],
      staff: [(text) => (/^[\w-]{1,64}$/.test(text) ? text : undefined), NOT_OFFERED],
      from: [(text) => startOfLocalDay(text, timeZone)?.toISOString(), DAY],
      to: [(text) => endOfLocalDay(text, timeZone)?.toISOString(), DAY],
      reference: [referenceIn, 'Please enter a whole reference, such as 7K3M-9RXD'],
    })
    const { rows, next } = await auditPage(database, { ...filter, until }, wantedPage(query, KEY))
    return { rows, next: cursorText(next, KEY) }
  })
}
