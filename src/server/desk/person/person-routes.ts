import type { FastifyPluginAsync } from 'fastify'
import type { DecodedBody } from '../../http/body/decode-body.ts'
import { clientOf } from '../../http/client-address.ts'
import type { OthersCursor } from '../../storage/callbacks/persons.ts'
import { referenceIn } from '../../storage/requests/reference.ts'
import { actorOf, sessionOf } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'

type OneRequest = { Params: { reference: string } }

/** One person: what they asked, what has been done, and the erasure of everything. */
export const personRoutes: FastifyPluginAsync<DeskOptions> = async (
  app,
  { persons, numberErasures, overwriteErased, now },
) => {
  app.get<OneRequest & { Querystring: { after?: unknown } }>(
    '/api/requests/:reference',
    { config: { access: 'staff' } },
    async (request, reply) => {
      const { after: given } = request.query
      const after = given === undefined ? undefined : cursorIn(given)
      if (given !== undefined && !after) return reply.refuse(422, { after: 'This value is unknown' })
      const reference = referenceIn(request.params.reference)
      const reader = { by: sessionOf(request).staff.id, client: clientOf(request) }
      const person = reference && (await persons.read(reference, { now: now(), reader, after }))
      if (!person) return reply.refuse(404)
      const { rows, next } = person.others
      return { ...person, others: { rows, next: next && textOf(next) } }
    },
  )

  const config = { access: 'manager' } as const

  app.get<OneRequest>('/api/requests/:reference/erase', { config }, async (request, reply) => {
    const reference = referenceIn(request.params.reference)
    return (reference && (await numberErasures.count(reference))) || reply.refuse(404)
  })

  app.post<OneRequest & { Body: DecodedBody }>(
    '/api/requests/:reference/erase',
    { config: { ...config, takesJson: true } },
    async (request, reply) => {
      const { confirm } = request.body
      const reference = referenceIn(request.params.reference)
      const confirmed = typeof confirm === 'string' ? referenceIn(confirm) : undefined
      if (confirmed === undefined || confirmed !== reference) {
        return reply.refuse(422, { confirm: 'Please type the reference of this page' })
      }
      const erased = await numberErasures.erase(confirmed, actorOf(request))
      if (!erased) return reply.refuse(404)
      return { ...erased, overwritten: await overwriteErased() }
    },
  )
}

/** A place among the other callbacks of a number as one text. */
function textOf({ opened_at, id }: OthersCursor): string {
  return `${opened_at}_${id}`
}

function cursorIn(given: unknown): OthersCursor | undefined {
  const [, opened_at, id] = /^(\d{4}-\d{2}-\d{2}T[\d:.]+Z)_(\w{4}-\w{4})$/.exec(String(given)) ?? []
  return opened_at && id ? { opened_at, id } : undefined
}
