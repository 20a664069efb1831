import type { FastifyPluginAsync } from 'fastify'
import { parseAddedRequest } from '../../../callback-request/added-request.ts'
import { referenceIn } from '../../../callback-request/search-text.ts'
import type { DecodedBody } from '../../http/body/decode-body.ts'
import { clientOf } from '../../http/client-address.ts'
import { GatheredNotices } from '../../storage/callbacks/change-notices.ts'
import { type OthersCursor, readPerson } from '../../storage/callbacks/persons.ts'
import { phoneOf } from '../../storage/erasure/erasures.ts'
import { countNumber } from '../../storage/erasure/stored-of-number.ts'
import { CallbackRequests } from '../../storage/requests/callback-requests.ts'
import { exportPerson } from '../../storage/transfer/person-export.ts'
import { actorOf, sessionOf } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'

/** Whoever telephones or comes in has read no privacy notice of the site. */
const NO_NOTICE = ''

type OneRequest = { Params: { reference: string } }

/** One person: what they asked, what has been done, and the download and erasure of everything. */
export const personRoutes: FastifyPluginAsync<DeskOptions> = async (
  app,
  { database, erasures, overwriteErased, changes, department, now },
) => {
  const adding = { config: { access: 'staff', takesJson: true } } as const
  const reading = { config: { access: 'staff' } } as const
  const managing = { config: { access: 'manager' } } as const
  const erasing = { config: { access: 'manager', takesJson: true } } as const
  const notices = new GatheredNotices(database)
  app.addHook('onClose', () => notices.close())
  const requests = new CallbackRequests(database, {
    onStored: (callback = '') => {
      changes.publish([callback])
      notices.add(callback)
    },
  })

  app.post<{ Body: DecodedBody }>('/api/requests', adding, async (request, reply) => {
    const receivedAt = now()
    const { timeZone, offer } = department
    const read = parseAddedRequest(request.body, receivedAt, timeZone, offer)
    if (!read.ok) return reply.refuse(422, read.errors)
    const { details, ...chosen } = read.value
    const addedBy = { by: sessionOf(request).staff.id, client: clientOf(request) }
    const context = { receivedAt, timeZone, campaign: null, suspected: false, noticeVersion: NO_NOTICE, addedBy }
    const result = await requests.receive(details, { ...context, ...chosen })
    if (!result.ok) throw new Error(result.refusal)
    return reply.code(201).send({ reference: result.reference })
  })

  app.get<OneRequest & { Querystring: { after?: unknown } }>(
    '/api/requests/:reference',
    reading,
    async (request, reply) => {
      const { after: given } = request.query
      const after = given === undefined ? undefined : cursorIn(given)
      if (given !== undefined && !after) return reply.refuse(422, { after: 'This value is unknown' })
      const reference = referenceIn(request.params.reference)
      const reader = { by: sessionOf(request).staff.id, client: clientOf(request) }
      const person = reference && (await readPerson(database, reference, { now: now(), reader, after }))
      if (!person) return reply.refuse(404)
      const { rows, next } = person.others
      return { ...person, others: { rows, next: next && textOf(next) } }
    },
  )

  app.post<OneRequest>('/api/requests/:reference/export', managing, async (request, reply) => {
    const reference = referenceIn(request.params.reference)
    const phone = await phoneOf(database, reference)
    if (!phone) return reply.refuse(404)
    const person = await exportPerson(database, { phone }, { now: now(), actor: actorOf(request), reference })
    if (!person) return reply.refuse(404)
    return reply
      .headers({
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="person-${reference}.json"`,
      })
      .send(JSON.stringify(person, null, 2))
  })

  app.get<OneRequest>('/api/requests/:reference/erase', managing, async (request, reply) => {
    const phone = await phoneOf(database, referenceIn(request.params.reference))
    return phone ? countNumber(database, phone) : reply.refuse(404)
  })

  app.post<OneRequest & { Body: DecodedBody }>('/api/requests/:reference/erase', erasing, async (request, reply) => {
    const { confirm } = request.body
    const reference = referenceIn(request.params.reference)
    const confirmed = typeof confirm === 'string' ? referenceIn(confirm) : undefined
    if (confirmed === undefined || confirmed !== reference) {
      return reply.refuse(422, { confirm: 'Please type the reference of this page' })
    }
    const phone = await phoneOf(database, confirmed)
    if (!phone) return reply.refuse(404)
    const counts = await countNumber(database, phone)
    const by = { actor: actorOf(request), reference: confirmed }
    // A colleague may have erased it at the same moment.
    if ((await erasures.erase({ phone }, { now: now(), by })) === 0) return reply.refuse(404)
    return { ...counts, overwritten: await overwriteErased() }
  })
}

/** A place among the other callbacks of a number as one text. */
function textOf({ opened_at, id }: OthersCursor): string {
  return `${opened_at}_${id}`
}

function cursorIn(given: unknown): OthersCursor | undefined {
  const [, opened_at, id] = /^(\d{4}-\d{2}-\d{2}T[\d:.]+Z)_([\w-]{36})$/.exec(String(given)) ?? []
  return opened_at && id ? { opened_at, id } : undefined
}
