import type { FastifyPluginAsync } from 'fastify'
import { AUDIT_KINDS } from '../../../callback-request/calling/audit-kinds.ts'
import { endOfLocalDay, startOfLocalDay } from '../../../callback-request/local-clock.ts'
import { NOT_OFFERED } from '../../../callback-request/rules.ts'
import { auditPage } from '../../storage/audit/audit-events.ts'
import type { DeskOptions } from '../desk-options.ts'
import { OptionalMembers } from '../optional-members.ts'
import { cursorText, wantedPage } from '../wanted-page.ts'

const KEY = ['id'] as const

const DAY = 'Please enter a day'

/** The audit log, for managers, newest first. The days `from` and `to` are both included. */
export const auditRoutes: FastifyPluginAsync<DeskOptions> = async (app, { database, department: { timeZone } }) => {
  const manager = { config: { access: 'manager' } } as const
  app.get<{ Querystring: Record<string, unknown> }>('/api/audit', manager, async ({ query }) => {
    const members = new OptionalMembers(query)
    const filter = {
      kind: members.read('kind', NOT_OFFERED, (text) => AUDIT_KINDS.find((kind) => kind === text)),
      staff: members.read('staff', NOT_OFFERED, (text) => (/^[\w-]{1,64}$/.test(text) ? text : undefined)),
      from: members.read('from', DAY, (text) => startOfLocalDay(text, timeZone)?.toISOString()),
      until: members.read('to', DAY, (text) => endOfLocalDay(text, timeZone)?.toISOString()),
    }
    members.refuseWrong()
    const { rows, next } = await auditPage(database, filter, wantedPage(query, KEY))
    return { rows, next: cursorText(next, KEY) }
  })
}
