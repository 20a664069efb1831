import type { Insertable } from 'kysely'
import type { Bucket } from '../../callback-request/calling/buckets.ts'
import type { Outcome } from '../../callback-request/calling/outcomes.ts'
import type { Campaign } from '../../callback-request/campaign.ts'
import { phoneKey } from '../../callback-request/phone-key.ts'
import type { Schema } from '../../server/storage/database/schema.ts'
import { abandonedMessage, TRIED_MS } from './abandoned-message.ts'
import type { CallbackHistory } from './callback-history.ts'
import { InventedPeople } from './invented-people.ts'
import { HOUR_MS, InventedTime } from './invented-time.ts'
import { openCallback, type Wanted } from './open-callbacks.ts'
import type { Person } from './people.ts'
import { Random } from './random.ts'
import { receipts } from './receipts.ts'
import { RequestRows } from './request-rows.ts'
import { SETTLING_MS, settledCallback } from './settled-callbacks.ts'

export interface DemoSettings {
  /** At least `FEWEST_REQUESTS`, at most `MOST_REQUESTS`. */
  requests: number
  /** How far the history goes back. */
  days: number
  /** The same seed makes the same data. */
  seed: number
  now: Date
  timeZone: string
  noticeVersion: string
}

/** As many as the open callbacks below, one for each way in which a callback ends, and some suspected ones. */
export const FEWEST_REQUESTS = 50

/** References repeat after 7.5 million. */
export const MOST_REQUESTS = 1_000_000

/** Rows by their table. */
export type DemoRows = {
  [Table in
    | 'callback_requests'
    | 'callbacks'
    | 'attempts'
    | 'notes'
    | 'callback_events'
    | 'audit_events'
    | 'outbox_messages']: Insertable<Schema[Table]>[]
}

/** The least that each part of the worklist has; a larger store has more of them. */
const OPEN: readonly Wanted[] = [
  { bucket: 'overdue', status: 'new', asked: 1 },
  { bucket: 'overdue', status: 'again', asked: 1 },
  { bucket: 'overdue', asked: 1 },
  { bucket: 'overdue', asked: 1 },
  { bucket: 'due', status: 'new', asked: 3 },
  { bucket: 'due', status: 'new', asked: 2 },
  { bucket: 'due', status: 'again', asked: 1 },
  ...Array<Wanted>(3).fill({ bucket: 'due', asked: 1 }),
  ...Array<Wanted>(6).fill({ bucket: 'today', asked: 1 }),
  { bucket: 'coming', status: 'later', asked: 1 },
  { bucket: 'coming', status: 'later', asked: 1 },
  ...Array<Wanted>(10).fill({ bucket: 'coming', asked: 1 }),
]

/** Of all requests, the share that opened a callback which is still open, by bucket: 3,000 of a million. */
const OPEN_SHARES: Readonly<Record<Bucket, number>> = { overdue: 0.0003, due: 0.0005, today: 0.0007, coming: 0.0015 }

/** Every so many of those, the person has asked twice. */
const ASKED_TWICE_IN = 10

const FEWEST_SUSPECTED = 6
const SUSPECTED = 0.01

/** How often somebody asks twice before the first call. */
const TWICE = 0.08

/** The callbacks of the first hour end in each way that there is. Three calls without an answer may take most of a day. */
const ENDINGS: readonly (readonly Outcome[])[] = [
  ['reached'],
  ['booked'],
  ['not_interested'],
  ['no_answer', 'busy', 'no_answer'],
  ['wrong_number'],
  ['spam'],
]

/**
 * Invents the requests of a department and what came of them, by the desk's own rules. Each result is one callback with
 * its requests and calls, or a suspected request.
 */
export function* demoData(settings: DemoSettings): Generator<Partial<DemoRows>, void, void> {
  const random = new Random(settings.seed)
  const time = new InventedTime(settings.now, { ...settings, random })
  const people = new InventedPeople(random)
  const rows = new RequestRows(random, settings.noticeVersion)
  let missing = settings.requests

  for (const wanted of wantedOf(settings)) {
    const history = openCallback(time, wanted) ?? openCallback(time, { ...wanted, bucket: 'coming' })
    if (!history) throw new Error(`No callback could be ${wanted.bucket}.`)
    missing -= history.requests.length
    yield rowsOf(history, people.waitingSince(new Date(history.callback.opened_at)), rows)
  }

  const suspected = Math.max(FEWEST_SUSPECTED, Math.round(settings.requests * SUSPECTED))
  for (let one = 0; one < suspected; one++, missing--) {
    const request = time.request(time.between(time.hoursAgo(10 * 24), time.now))
    yield { callback_requests: [rows.suspected(people.suspected(), request)] }
  }

  const asks = asksOf(missing, random)
  const first = ENDINGS.map(() => time.between(time.start, time.start.getTime() + HOUR_MS))
  const last = new Date(settings.now.getTime() - SETTLING_MS)
  const instants = [...first, ...receipts(time, last, asks.length - first.length)]
  const abandonedAt = instants.findLast((at) => at.getTime() + TRIED_MS <= settings.now.getTime()) ?? instants[0]
  for (const [index, receivedAt] of instants.entries()) {
    const history = settledCallback(time, receivedAt, asks[index] ?? 1, ENDINGS[index])
    const settledAt = new Date(history.callback.settled_at ?? settings.now)
    const callback = rowsOf(history, people.during(receivedAt, settledAt), rows)
    yield receivedAt === abandonedAt
      ? { ...callback, outbox_messages: [abandonedMessage(history.callback.id, receivedAt, settings.now)] }
      : callback
  }
}

/** How often each person asks whose callback is settled, for so many requests. */
function asksOf(requests: number, random: Random): (1 | 2)[] {
  const asks: (1 | 2)[] = []
  for (let missing = requests; missing > 0; missing -= asks.at(-1) ?? 1) {
    asks.push(asks.length >= ENDINGS.length && missing > 1 && random.chance(TWICE) ? 2 : 1)
  }
  return asks
}

/** The open callbacks that a store of this size has. */
function wantedOf({ requests }: DemoSettings): Wanted[] {
  const more = Object.entries(OPEN_SHARES).flatMap(([name, share]) => {
    const bucket = name as Bucket
    const least = OPEN.filter((wanted) => wanted.bucket === bucket).length
    const length = Math.max(0, Math.round(requests * share) - least)
    return Array.from({ length }, (_, index): Wanted => ({ bucket, asked: index % ASKED_TWICE_IN === 0 ? 2 : 1 }))
  })
  return [...OPEN, ...more]
}

function rowsOf(history: CallbackHistory, person: Person, rows: RequestRows): Partial<DemoRows> {
  const { callback } = history
  const requests = history.requests.map((request) => rows.joined(person, request, callback))
  const orderOf = ({ received_at, reference }: (typeof requests)[number]) => received_at + reference
  const sorted = requests.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
  const [first] = sorted
  const derived = {
    service: sorted.at(-1)?.service ?? null,
    first_service: first?.service ?? null,
    first_slot: first?.time_slot ?? callback.slot,
    first_campaign: sorted.map(nameOfCampaign).find((name) => name !== null) ?? null,
  }
  return {
    callback_requests: requests,
    callbacks: [{ ...callback, phone_key: phoneKey(person.phone), ...derived }],
    attempts: history.attempts,
    notes: history.notes,
    callback_events: history.events,
    audit_events: history.auditEvents,
  }
}

function nameOfCampaign({ campaign }: Pick<Insertable<Schema['callback_requests']>, 'campaign'>): string | null {
  const { campaign: name }: Pick<Campaign, 'campaign'> = JSON.parse(campaign ?? '{"campaign":null}')
  return name
}
