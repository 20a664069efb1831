import { hash } from 'node:crypto'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { parseAddedRequest } from '../../../callback-request/calling/added-request.ts'
import { referenceIn } from '../../../callback-request/reference.ts'
import type { DecodedBody } from '../../http/body/decode-body.ts'
import { idempotencyKeyOf, KEY_REUSED, keyReused } from '../../http/idempotency-key.ts'
import { Refusal } from '../../http/problem.ts'
import { CallbackRequests } from '../../storage/callback-requests.ts'
import { countStored, identityOf, peopleAt } from '../../storage/erasure-list.ts'
import { exportPerson, readPerson } from '../../storage/person.ts'
import { numberReader } from '../../telephone-numbers.ts'
import { actorOf, callableBy, jsonFrom } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'
import { booleansIn, valid } from '../json-body.ts'

/** Whoever telephones or comes in has read no privacy notice of the site. */
const NO_NOTICE = ''

type OneRequest = { Params: { reference: string } }

/** One person: what they asked, what has been done, and the download and erasure of everything. */
export const personRoutes: FastifyPluginAsync<DeskOptions> = async (
  app,
  { database, worklist, erasures, overwriteErased, changes, department, languages, now },
) => {
  const readNumber = numberReader(department.countryPrefix)
  const keyOf = (phone: string) => readNumber(phone).key
  const requests = new CallbackRequests(database, { keyOf, onStored: () => changes.publish() })

  app.post<{ Body: DecodedBody }>('/api/requests', jsonFrom('staff'), async (request, reply) => {
    const receivedAt = now()
    const idempotencyKey = idempotencyKeyOf(request)
    const { timeZone, calendar, offer } = department
    const { details, ...chosen } = valid(parseAddedRequest(request.body, receivedAt, timeZone, languages, offer))
    const { day = null } = request.body
    const bodyHash = hash('sha256', JSON.stringify([chosen.language, day]))
    const once = { idempotencyKey, addedBy: { ...actorOf(request), bodyHash } }
    const ours = { noticeVersion: NO_NOTICE, campaign: null, suspicion: null }
    const result = await requests.receive(details, { receivedAt, calendar, ...ours, ...once, ...chosen })
    if (!result.ok) throw result.refusal === 'full' ? new Refusal(409, { code: 'full' }) : keyReused(KEY_REUSED)
    return reply.code(201).send({ reference: result.reference })
  })

  app.get<OneRequest>('/api/requests/:reference', callableBy('staff'), async (request) => {
    const reference = referenceIn(request.params.reference)
    const reading = { now: now(), reader: actorOf(request), worklist }
    const person = reference && (await readPerson(database, reference, reading))
    if (!person) throw new Refusal(404)
    return person
  })

  app.post<OneRequest>('/api/requests/:reference/export', callableBy('manager'), async (request, reply) => {
    const { reference, person: subject } = await wanted(request)
    const person = await exportPerson({ database, at: now(), actor: actorOf(request) }, subject, { reference })
    if (!person) throw new Refusal(404)
    return reply
      .headers({
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="person-${reference}.json"`,
      })
      .send(JSON.stringify(person, null, 2))
  })

  app.get<OneRequest>('/api/requests/:reference/erase', callableBy('manager'), async (request) => {
    const { person, everybody } = await wanted(request)
    const people = await peopleAt(database, person, everybody)
    return { people: await Promise.all(people.map((one) => countStored(database, one))) }
  })

  app.post<OneRequest & { Body: DecodedBody }>(
    '/api/requests/:reference/erase',
    jsonFrom('manager'),
    async (request) => {
      const { confirm } = request.body
      const confirmed = typeof confirm === 'string' ? referenceIn(confirm) : undefined
      if (confirmed === undefined || confirmed !== request.params.reference) {
        throw new Refusal(422, { errors: { confirm: 'Please type the reference of this page' } })
      }
      const { whole_number: isWhole } = booleansIn(request.body, 'whole_number')
      const { reference, person, everybody } = await wanted(request)
      const subject = isWhole ? everybody : person
      const { name: _, ...counts } = await countStored(database, subject)
      const by = { actor: actorOf(request), reference }
      // A colleague may have erased it at the same moment.
      if ((await erasures.erase(subject, { now: now(), by })) === 0) throw new Refusal(404)
      return { ...counts, overwritten: await overwriteErased() }
    },
  )

  /** The person and the number of the request, and its reference as we write it. @throws Refusal of an unknown one */
  async function wanted({ params }: FastifyRequest<OneRequest>) {
    const reference = referenceIn(params.reference)
    const identity = await identityOf(database, reference)
    if (!reference || !identity) throw new Refusal(404)
    return { reference, ...identity }
  }
}
