import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { type Change, foldCallback } from '../../src/callback-request/calling/callback-fold.ts'
import type { Outcome } from '../../src/callback-request/calling/outcomes.ts'
import { effectsOfUnansweredCall, settlingEffects } from '../../src/callback-request/calling/promises.ts'
import { comparedName } from '../../src/callback-request/calling/same-person.ts'
import { promisedWindow } from '../../src/callback-request/calling/windows.ts'
import { newReference, REFERENCES_OF_A_DAY } from '../../src/callback-request/reference.ts'
import { SERVICES } from '../../src/callback-request/services.ts'
import { TIME_SLOTS } from '../../src/callback-request/time-slots.ts'
import { timedId } from '../../src/server/storage/clock.ts'
import type { Schema } from '../../src/server/storage/database/schema.ts'
import { wordRowsOf } from '../../src/server/storage/stored-request.ts'

/** Rows by their table, each with all its columns. */
export type Rows = {
  [Table in 'callbacks' | 'callback_requests' | 'attempts' | 'notes' | 'request_words' | 'outbox_messages']: Insertable<
    Schema[Table]
  >[]
}

const MINUTE_MS = 60_000
const CALLER = '00000000-0000-4000-8000-000000000001'

/** Multiplying by this number, which shares no factor with ten and fourteen, puts numbers in a random-looking order. */
const SHUFFLE = 654_435_763
const NUMBERS = 10_000_000_000

/** Above 1, so that the first services of the list are chosen more often. */
const PREFERENCE = 1.7

const FIRST =
  'Asha Ravi Priya Arjun Kavya Imran Farah Nikhil Ananya Joseph आशा Zoë José Łukasz Amara Thabo Haruto Layla'
const LAST = 'Sharma Iyer Khan Reddy Fernandes Gill Banerjee Patil Menon Bhat Thomas शर्मा Núñez Nowak Okafor Kim Rahman'
const NAMES = FIRST.split(' ').flatMap((first) => LAST.split(' ').map((last) => `${first} ${last}`))

/** What came of the calls of one callback after another. */
const ENDINGS: readonly (readonly Outcome[])[] = [
  ['reached'],
  ['booked'],
  ['no_answer', 'booked'],
  ['not_interested'],
  ['reached'],
  ['no_answer', 'busy', 'no_answer'],
  ['busy', 'reached'],
  ['booked'],
  ['wrong_number'],
  ['spam'],
]

/** A callback with up to so many requests, and what was done with it by the product's own rules. */
export function inventCallback(
  number: number,
  receivedAt: Date,
  { timeZone, isOpen, most }: { timeZone: string; isOpen: boolean; most: number },
): Rows {
  const id = randomUUID()
  const asked = number % 12 === 1 && most > 1 ? 2 : 1
  const outcomes = isOpen ? [] : (ENDINGS[number % ENDINGS.length] ?? [])
  const suspicion = outcomes.includes('spam') ? ('marked' as const) : null
  const requests = Array.from({ length: asked }, (_, index) => {
    const request = requestRow(number, new Date(receivedAt.getTime() + index), { suspicion, index, isOpen })
    const window = promisedWindow(request.time_slot, receivedAt, { timeZone })
    return { ...request, callback: id, revision: index + 1, ...window }
  })
  const changes: Change[] = []
  const joined = requests.map((request) => ({
    ...request,
    slot: request.time_slot,
    has_message: request.message ? 1 : 0,
    campaign: request.campaign && JSON.parse(request.campaign).campaign,
  }))
  const fold = () => foldCallback(joined, changes).callback
  for (const what of outcomes) {
    const { due_from, due_until, promises } = fold()
    // Whoever becomes unreachable is always called too late.
    const began = Date.parse(outcomes.length > 2 ? due_until : due_from) + (5 + (number % 90)) * MINUTE_MS
    const [began_at, at] = [new Date(began - MINUTE_MS).toISOString(), new Date(began).toISOString()]
    const isAnswered = what !== 'no_answer' && what !== 'busy'
    const effects = isAnswered
      ? settlingEffects(promises)
      : effectsOfUnansweredCall(promises, { what, began_at, at }, { timeZone })
    const revision = asked + changes.length + 1
    changes.push({ id: randomUUID(), revision, what, began_at, at, incoming: 0, undone_at: null, effects })
  }
  const { promises: _, ...folded } = fold()
  const callback = {
    id,
    number: requests[0]?.number ?? '',
    person: requests[0]?.person ?? '',
    names: JSON.stringify(requests.map(({ name }) => comparedName(name))),
    revision: asked + changes.length,
    ...folded,
  }
  return {
    callbacks: [callback],
    callback_requests: requests,
    attempts: changes.flatMap(({ revision, at, began_at, what, effects }) => [
      attemptRow(id, revision, new Date(Date.parse(at) - MINUTE_MS), 'claimed'),
      { ...attemptRow(id, revision, new Date(at), what), began_at, effects: JSON.stringify(effects) },
    ]),
    notes: number % 4 === 0 ? changes.map(({ at }) => noteRow(id, new Date(at))) : [],
    request_words: requests.flatMap(wordRowsOf),
    outbox_messages: requests.map(messageRow),
  }
}

/** A request that looks like a robot's. */
export function inventSuspected(number: number, receivedAt: Date): Rows {
  const row = requestRow(number, receivedAt, { suspicion: 'links', index: 0, isOpen: false })
  const request = { ...row, callback: null, revision: null, due_from: null, due_until: null }
  return {
    callbacks: [],
    callback_requests: [request],
    attempts: [],
    notes: [],
    request_words: wordRowsOf(request),
    outbox_messages: [messageRow(request)],
  }
}

function requestRow(
  number: number,
  receivedAt: Date,
  { suspicion, index, isOpen }: { suspicion: 'links' | 'marked' | null; index: number; isOpen: boolean },
) {
  const isContact = number % 4 === 3
  // Some ask again, long after their first callback was settled.
  const asker = number % 10 === 9 && !isOpen ? number - 5 : number
  const reference = newReference(receivedAt, ((2 * number + index) * SHUFFLE) % REFERENCES_OF_A_DAY)
  const preferred = ((number * SHUFFLE) % NUMBERS) / NUMBERS
  const phone = String((asker * SHUFFLE) % NUMBERS).padStart(10, '0')
  return {
    reference,
    form: isContact ? ('contact' as const) : ('appointment' as const),
    name: NAMES[(number * 7) % NAMES.length] ?? '',
    phone,
    number: phone,
    person: phone,
    email: `person.${number}@visitor.example`,
    service: isContact ? null : (SERVICES[Math.floor(preferred ** PREFERENCE * SERVICES.length)] ?? 'Other'),
    message: isContact ? 'Please call\nin the evening.' : null,
    time_slot: TIME_SLOTS[number % TIME_SLOTS.length] ?? TIME_SLOTS[0],
    received_at: receivedAt.toISOString(),
    suspicion,
    campaign: number % 3 === 0 ? JSON.stringify({ source: 'letter', campaign: `autumn ${number % 7}` }) : null,
    notice_version: '2026-11-01',
    language: number % 5 === 0 ? 'hi' : 'en',
    idempotency_key: randomUUID(),
    kept_from: null,
    withdrawn_at: null,
    withdrawn_revision: null,
  }
}

function attemptRow(callback: string, revision: number, at: Date, what: Change['what'] | 'claimed') {
  return {
    id: timedId(at),
    callback,
    revision,
    by: CALLER,
    at: at.toISOString(),
    what,
    began_at: null,
    undone_at: null,
    effects: '[]',
  }
}

function noteRow(callback: string, at: Date) {
  return { id: timedId(at), callback, by: CALLER, at: at.toISOString(), text: 'Rang for a minute.' }
}

function messageRow({ reference, received_at }: { reference: string; received_at: string }) {
  const at = { queued_at: received_at, due_at: received_at, settled_at: received_at }
  return { id: `msg_${reference}`, reference, channel: 'webhook' as const, status: 'delivered' as const, ...at }
}
