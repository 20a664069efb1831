import { hash } from 'node:crypto'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { CallbackRow, CallReport } from '../../../callback-request/calling/callback-row.ts'
import { isUnanswered, MAX_NOTE, OUTCOMES } from '../../../callback-request/calling/outcomes.ts'
import { UNDO_MS } from '../../../callback-request/calling/refusals.ts'
import { type ChosenWindow, chosenTime, chosenWindow, NO_SUCH_TIME } from '../../../callback-request/calling/windows.ts'
import type { Field, FieldErrors, Rule, ValidationResult } from '../../../callback-request/rules.ts'
import { atMost, choiceField, ordinaryCharacters, required, validate } from '../../../callback-request/rules.ts'
import { TIME_SLOTS } from '../../../callback-request/time-slots.ts'
import type { DecodedBody } from '../../http/body/decode-body.ts'
import { idempotencyKeyOf, keyReused } from '../../http/idempotency-key.ts'
import { Refusal } from '../../http/problem.ts'
import { contextOf, readCallback } from '../../storage/person.ts'
import type { CallResult } from '../../storage/stored-callback.ts'
import { actorOf, callableBy, jsonFrom, sessionOf } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'
import { booleansIn, valid } from '../json-body.ts'

type OneCallback = { Params: { id: string } }
type WithBody = OneCallback & { Body: DecodedBody }

/** Calling: claim, outcome, undo, another time, opening again, and notes. */
export const callRoutes: FastifyPluginAsync<DeskOptions> = async (app, options) => {
  const { database, callbacks, worklist, department, now } = options

  app.get<OneCallback>('/api/callbacks/:id', callableBy('staff'), async (request) => {
    const { id: asked } = request.params
    const found =
      !asked.includes('\0') && (await readCallback(database, asked, { now: now(), reader: actorOf(request), worklist }))
    if (!found) throw new Refusal(404)
    return found
  })

  app.get('/api/me/calls', callableBy('staff'), async (request) => ({
    rows: await worklist.callsOf(sessionOf(request).staff.id, now()),
  }))

  app.post<WithBody>('/api/callbacks/:id/claim', jsonFrom('staff'), async (request) => {
    const options = booleansIn(request.body, 'early', 'instead', 'prolong')
    await done(request, await callbacks.claim(request.params.id, actorOf(request), options))
    const claimed = await row(request)
    const viewing = { now: now(), viewer: sessionOf(request).staff.id }
    return (
      claimed && { ...claimed, context: await contextOf(database, claimed.id, request.params.id, worklist, viewing) }
    )
  })

  app.delete<OneCallback>('/api/callbacks/:id/claim', callableBy('staff'), async (request, reply) => {
    const isManager = sessionOf(request).staff.role === 'manager'
    await done(request, await callbacks.release(request.params.id, actorOf(request), isManager))
    return reply.code(204).send()
  })

  app.post<WithBody>('/api/callbacks/:id/outcomes', jsonFrom('staff'), async (request, reply) => {
    const key = idempotencyKeyOf(request)
    const { outcome, note, day, time_slot, time, incoming } = request.body
    const bodyHash = hash('sha256', JSON.stringify([outcome, note, day, time_slot, time, incoming]))
    const once = key === undefined ? undefined : { key, bodyHash }
    const read = reportOf(request.body, now(), department)
    // The chosen window of a report that is sent again may be over by now.
    const result = read.ok
      ? await callbacks.report(request.params.id, actorOf(request), { ...read.value, once })
      : await callbacks.reported(request.params.id, actorOf(request), once)
    if (!read.ok && !result.ok) throw wrong(read.errors)
    const attempt = await done(request, result)
    const callback = await row(request)
    return reply.code(201).send({
      callback,
      attempt,
      undo_until: new Date(Date.parse(attempt.at) + UNDO_MS).toISOString(),
      next: await worklist.next(now(), sessionOf(request).staff.id, callback?.id),
    })
  })

  app.post<WithBody>('/api/callbacks/:id/undo', jsonFrom('staff'), async (request) => {
    const { attempt } = request.body
    if (typeof attempt !== 'string') throw wrong({ attempt: 'This must be the id of an attempt' })
    await done(request, await callbacks.undo(request.params.id, actorOf(request), attempt))
    return row(request)
  })

  app.post<WithBody>('/api/callbacks/:id/reschedule', jsonFrom('staff'), async (request) => {
    const chosen = valid(chosenIn(request.body, now(), department))
    await done(request, await callbacks.reschedule(request.params.id, actorOf(request), chosen))
    return row(request)
  })

  app.post<WithBody>('/api/callbacks/:id/reopen', jsonFrom('staff'), async (request) => {
    const { day, time_slot, time } = request.body
    const isChosen = day != null || time_slot != null || time != null
    const chosen = isChosen ? valid(chosenIn(request.body, now(), department)) : null
    await done(request, await callbacks.reopen(request.params.id, actorOf(request), chosen))
    return row(request)
  })

  app.post<WithBody>('/api/callbacks/:id/notes', jsonFrom('staff'), async (request, reply) => {
    const { text } = valid(validate({ text: noteField(required(NO_NOTE)) }, request.body))
    const note = await callbacks.addNote(request.params.id, actorOf(request), text)
    return reply.code(201).send(await done(request, note))
  })

  function row(request: FastifyRequest<OneCallback>, id = request.params.id): Promise<CallbackRow | undefined> {
    return worklist.row(id, now(), sessionOf(request).staff.id)
  }

  /** What a change of a callback gives. @throws Refusal of one that cannot be made */
  async function done<Value>(request: FastifyRequest<OneCallback>, result: CallResult<Value>): Promise<Value> {
    if (result.ok) return result.value
    const { refusal } = result
    if (refusal === 'unknown') throw new Refusal(404)
    if (refusal === 'not-yours') throw new Refusal(403)
    if (refusal === 'key-reused') throw keyReused('This key came before with another report')
    const asked = await row(request)
    const about = result.about === undefined ? asked : await row(request, result.about)
    throw new Refusal(409, {
      code: refusal,
      ...(refusal === 'claimed' && { claim: about?.claim ?? null }),
      ...(refusal === 'not-due' && { due_from: asked?.due_from }),
      ...(about && about.id !== asked?.id && { callback: nameOf(about) }),
    })
  }
}

/** Another callback, because of which something is refused. */
const nameOf = ({ id, name }: CallbackRow) => ({ id, name })

const wrong = (errors: FieldErrors) => new Refusal(422, { errors })

const NOT_BOOLEAN = 'This must be true or false'

const NO_NOTE = 'Please enter a note'

/** A note, trimmed. @param rules further ones */
const noteField = (...rules: Rule[]): Field => ({
  read: (typed) => typed.trim(),
  rules: [...rules, atMost(MAX_NOTE), ordinaryCharacters(/[^\P{Cc}\t\n\r]|\p{Cs}/u)],
  wrongType: NO_NOTE,
})

const REPORT = { outcome: choiceField('Please choose an outcome', OUTCOMES), note: noteField() }

/** Validates an outcome, its note, and the chosen time of `call_later`. */
function reportOf(
  body: DecodedBody,
  now: Date,
  department: DeskOptions['department'],
): ValidationResult<Omit<CallReport, 'once'>> {
  const read = validate(REPORT, body)
  const isLater = typeof body.outcome === 'string' && body.outcome.trim() === 'call_later'
  const chosen = isLater ? chosenIn(body, now, department) : undefined
  const errors = { ...(read.ok ? {} : read.errors), ...(chosen?.ok === false ? chosen.errors : {}) }
  if (!read.ok || chosen?.ok === false) return { ok: false, errors }
  const { outcome, note } = read.value
  const { incoming = false } = body
  if (typeof incoming !== 'boolean') return { ok: false, errors: { incoming: NOT_BOOLEAN } }
  if (incoming && isUnanswered(outcome))
    return { ok: false, errors: { incoming: 'Somebody who telephoned us was spoken to' } }
  return { ok: true, value: { outcome, note: note || undefined, later: chosen?.value, incoming } }
}

/** The chosen day with a slot, or with an exact time. */
function chosenIn(
  { day, time_slot, time }: DecodedBody,
  now: Date,
  { timeZone }: DeskOptions['department'],
): ValidationResult<ChosenWindow> {
  const slot = time == null ? TIME_SLOTS.find((one) => one === time_slot) : null
  if (slot === undefined) return { ok: false, errors: { time_slot: 'Please choose from the list' } }
  if (time === '') return { ok: false, errors: { time: 'Please choose a time' } }
  const window = slot
    ? chosenWindow(textOf(day), slot, now, timeZone)
    : chosenTime(textOf(day), textOf(time), now, timeZone)
  return window ? { ok: true, value: window } : { ok: false, errors: { day: NO_SUCH_TIME } }
}

/** Another value is no day and no time. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
