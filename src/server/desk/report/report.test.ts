import fc from 'fast-check'
import { describe, expect, inject, test } from 'vitest'
import { DETAILS, SUBMISSION } from '../../../../tests/support/samples.ts'
import { startDeskListener } from '../../../../tests/support/start-desk-listener.ts'
import { isOutcome } from '../../../callback-request/calling/callback-state.ts'
import { chosenWindow, windowOf } from '../../../callback-request/calling/requeue.ts'
import { localDayText } from '../../../callback-request/local-clock.ts'
import { isSettled, STATUS_NAMES } from '../../../callback-request/statuses.ts'
import type { CallbackDetails } from '../../../callback-request/stored-request.ts'
import { TIME_SLOTS } from '../../../callback-request/time-slots.ts'
import { Callbacks } from '../../storage/callbacks/callbacks.ts'
import type { Database } from '../../storage/database/open-database.ts'
import { Erasures } from '../../storage/erasure/erasures.ts'
import { CallbackRequests } from '../../storage/requests/callback-requests.ts'

const ZONE = 'Asia/Kolkata'
const HOUR_MS = 60 * 60_000

/** What happens, one after the other. */
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      number: fc.nat(14),
      slot: fc.constantFrom(...TIME_SLOTS),
      service: fc.constantFrom('Rhinoplasty' as const, 'Liposuction' as const, null),
      campaign: fc.constantFrom('autumn', 'letter', null, null),
      suspected: fc.nat(9).map((one) => one === 0),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('call' as const),
      which: fc.nat(30),
      outcome: fc.constantFrom(
        'reached',
        'booked',
        'no_answer',
        'busy',
        'call_later',
        'not_interested',
        'spam',
        'wrong_number',
      ),
      isUndone: fc.nat(4).map((one) => one === 0),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase' as const), which: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }) },
)

describe('The report', () => {
  test('has each number as it follows from the raw rows', async () => {
    const { database, clock, signedIn } = await startDeskListener()
    const caller = await signedIn('coordinator')
    const requests = new CallbackRequests(database)
    const callbacks = new Callbacks(database, ZONE, () => clock.now)
    const erasures = new Erasures(database, undefined)
    const start = clock.now

    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 45 }), async (steps) => {
        for (const table of ['callback_requests', 'attempts', 'callbacks'] as const) {
          await database.deleteFrom(table).execute()
        }
        clock.now = start
        for (const each of steps) {
          clock.pass({ minutes: 7 })
          if (each.kind === 'wait') clock.pass({ hours: each.hours })
          if (each.kind === 'ask') {
            const person = {
              name: 'Asha Invented',
              phone: `00000000${10 + each.number}`,
              email: 'asha@visitor.example',
            }
            const details: CallbackDetails =
              each.service === null
                ? { ...person, timeSlot: each.slot, form: 'contact', service: null, message: 'Invented' }
                : { ...person, timeSlot: each.slot, form: 'appointment', service: each.service, message: null }
            const campaign = { source: 'x', medium: null, campaign: each.campaign, term: null, content: null }
            await requests.receive(details, {
              ...SUBMISSION,
              receivedAt: clock.now,
              campaign,
              suspected: each.suspected,
            })
          }
          if (each.kind === 'erase') {
            const all = database.selectFrom('callback_requests').select('reference')
            const rows = await all.orderBy('received_at').execute()
            const reference = rows[each.which % Math.max(1, rows.length)]?.reference
            if (reference) await erasures.erase({ reference })
          }
          if (each.kind === 'call') {
            const open = await database.selectFrom('callbacks').select('id').where('settled_at', 'is', null).execute()
            const id = open[each.which % Math.max(1, open.length)]?.id ?? ''
            const by = { by: caller.id, client: null }
            await callbacks.claim(id, by, true)
            const tomorrow = localDayText(new Date(clock.now.getTime() + 30 * HOUR_MS), ZONE)
            const window = chosenWindow(tomorrow, '10:00am-12:00pm', clock.now, ZONE)
            const later = window && { slot: '10:00am-12:00pm' as const, window }
            const reported = await callbacks.report(id, by, { outcome: each.outcome, later })
            if (each.isUndone && reported.ok) await callbacks.undo(id, by, reported.value.id)
          }
        }
        const range = { from: '2026-11-20', to: localDayText(clock.now, ZONE) }
        // A session ends after twelve hours.
        const reader = await signedIn('manager')
        const answer = await reader.get(`/api/report?${new URLSearchParams(range)}`)
        expect(answer.json()).toEqual({ ...range, ...(await recomputed(database, clock.now)) })
      }),
      { numRuns: 6 * inject('soakFactor') },
    )
  })

  test('counts on over many pages, and the first campaign of a callback is the one that brought it', async () => {
    const { database, clock, signedIn } = await startDeskListener()
    const manager = await signedIn('manager')
    const requests = new CallbackRequests(database)
    const ask = (number: number, name: string | null) =>
      requests.receive(
        { ...DETAILS, phone: String(1_000_000_000 + number) },
        {
          ...SUBMISSION,
          receivedAt: new Date(clock.now.getTime() + (name === 'autumn' ? -1_000 : 0)),
          campaign: { source: null, medium: null, campaign: name, term: null, content: null },
        },
      )
    for (let start = 0; start < 1_100; start += 100) {
      await Promise.all(Array.from({ length: 100 }, (_, number) => ask(start + number, null)))
    }
    for (let number = 1_100; number < 1_106; number++) {
      // The clock of the instance that stores the last one is behind.
      for (const name of [null, 'letter', 'autumn']) await ask(number, name)
    }
    const report = (await manager.get('/api/report?from=2026-11-20&to=2026-11-20')).json()
    expect(report.requests_per_day).toEqual([{ day: '2026-11-20', requests: 1_118 }])
    expect(report.by_campaign).toEqual([
      { campaign: 'No campaign', callbacks: 1_100 },
      { campaign: 'letter', callbacks: 6 },
    ])
    expect(report.outcomes.at(-1)).toEqual({ outcome: 'Still open', callbacks: 1_106 })
  })

  test.each([
    { from: '2026-11-01' },
    { to: '2026-11-01' },
    { from: '2026-02-30', to: '2026-03-01' },
    { from: '2026-11-02', to: '2026-11-01' },
    { from: '2025-11-01', to: '2026-11-02' },
  ])('refuses the days %o', async (range) => {
    const { signedIn } = await startDeskListener()
    const manager = await signedIn('manager')
    const answer = await manager.get(`/api/report?${new URLSearchParams(range)}`)
    expect(answer.statusCode).toBe(422)
    expect(Object.values(answer.json().errors)).toHaveLength(1)
  })

  test('covers a year, and the audit log says who read it', async () => {
    const { signedIn, database } = await startDeskListener()
    const manager = await signedIn('manager')
    const range = { from: '2025-11-02', to: '2026-11-02' }
    const answer = (await manager.get(`/api/report?${new URLSearchParams(range)}`)).json()
    expect(answer.requests_per_day).toHaveLength(366)
    expect(answer).toMatchObject({
      spam: 0,
      called_within_slot: { called: 0, of: 0, share: null },
      time_to_first_call: { median_minutes: null, p90_minutes: null, none_yet: 0 },
      by_service: [],
      by_campaign: [],
    })
    const read = database.selectFrom('audit_events').select(['by', 'detail']).where('kind', '=', 'report-read')
    expect(await read.execute()).toEqual([{ by: manager.id, detail: JSON.stringify(range) }])
  })
})

/** The report of all rows, computed in the plainest way. */
async function recomputed(database: Database, now: Date) {
  const requests = await database.selectFrom('callback_requests').selectAll().orderBy('received_at').execute()
  const attempts = await database.selectFrom('attempts').selectAll().orderBy('at').execute()
  const opened = (await database.selectFrom('callbacks').selectAll().execute()).map((callback) => {
    const own = requests.filter((request) => request.callback === callback.id)
    const [first] = own
    if (!first) throw new Error('A callback has a request.')
    const tried = attempts.find(
      ({ callback: id, what, undone_at }) => id === callback.id && isOutcome(what) && undone_at === null,
    )
    const window = windowOf(first.time_slot, new Date(first.received_at), ZONE)
    const campaigns = own.map(({ campaign }) => JSON.parse(campaign ?? '{}').campaign).filter(Boolean)
    return { status: callback.status, first, window, triedAt: tried && new Date(tried.at), campaign: campaigns[0] }
  })
  const counted = opened.filter(({ status }) => status !== 'spam')
  const suspected = requests.filter((request) => request.suspected === 1 && request.callback === null)

  const share = (all: typeof counted) => {
    const due = all.filter(({ triedAt, window }) => triedAt || window.until <= now)
    const called = due.filter(({ triedAt, window }) => triedAt && triedAt >= window.from && triedAt < window.until)
    return { called: called.length, of: due.length, share: due.length < 5 ? null : called.length / due.length }
  }
  const minutes = counted
    .flatMap(({ triedAt, window }) => (triedAt ? Math.max(0, Number(triedAt) - Number(window.from)) / 60_000 : []))
    .map(Math.floor)
    .sort((a, b) => a - b)
  const groups = (nameOf: (one: (typeof counted)[number]) => string) => {
    const sizes = [...Map.groupBy(counted, nameOf)].sort(
      ([one, a], [other, b]) => a.length - b.length || (one < other ? 1 : -1),
    )
    const small: typeof counted = []
    for (const [, members] of sizes) {
      if (members.length < 5 || (small.length > 0 && small.length < 5)) small.push(...members)
    }
    const rows = sizes
      .filter(([, members]) => !small.includes(members[0] as (typeof counted)[number]))
      .map(([name, members]) => ({ name, members }))
    if (small.length > 0) rows.push({ name: 'Others (fewer than 5 each)', members: small })
    return rows
  }
  const days = Array.from(Map.groupBy(requests, ({ received_at }) => localDayText(new Date(received_at), ZONE)))
  const byCampaign = groups(({ campaign }) => campaign ?? 'No campaign')
  const weekdays = 'Mon Tue Wed Thu Fri Sat Sun'.split(' ')
  const weekdayOf = (instant: Date) =>
    new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: ZONE }).format(instant)
  return {
    spam: opened.length - counted.length + suspected.length,
    requests_per_day: expect.toSatisfy((rows: { day: string; requests: number }[]) => {
      const isEvery = rows.every(
        ({ day, requests: count }) =>
          count === (days.find(([each]) => each === day)?.[1] ?? []).filter((one) => one.suspected === 0).length,
      )
      return isEvery && rows.length >= days.length && new Set(rows.map(({ day }) => day)).size === rows.length
    }),
    called_within_slot: share(counted),
    time_to_first_call: {
      median_minutes: minutes[Math.ceil(minutes.length / 2) - 1] ?? null,
      p90_minutes: minutes[Math.ceil(minutes.length * 0.9) - 1] ?? null,
      none_yet: counted.filter(({ triedAt }) => !triedAt).length,
    },
    outcomes: [
      ...(['reached', 'booked', 'not_interested', 'wrong_number', 'unreachable'] as const).map((status) => ({
        outcome: STATUS_NAMES[status],
        callbacks: counted.filter((one) => one.status === status).length,
      })),
      { outcome: 'Still open', callbacks: counted.filter((one) => !isSettled(one.status)).length },
    ],
    by_service: inAnyOrder(
      groups(({ first }) => first.service ?? 'No service named').map(({ name, members }) => ({
        service: name,
        callbacks: members.length,
      })),
    ),
    by_campaign: inAnyOrder(byCampaign.map(({ name, members }) => ({ campaign: name, callbacks: members.length }))),
    booked_by_campaign: inAnyOrder(
      byCampaign.map(({ name, members }) => ({
        campaign: name,
        booked: members.filter(({ status }) => status === 'booked').length,
        of: members.length,
      })),
    ),
    called_by_slot: TIME_SLOTS.flatMap((slot) => {
      const all = share(counted.filter(({ first }) => first.time_slot === slot))
      return all.of > 0 ? [{ slot, ...all }] : []
    }),
    called_by_weekday: weekdays.map((name, weekday) => ({
      weekday,
      ...share(counted.filter(({ window }) => weekdayOf(window.from) === name)),
    })),
  }
}

function inAnyOrder(rows: readonly object[]) {
  return expect.toSatisfy(
    (others: readonly object[]) =>
      JSON.stringify(others.map((row) => JSON.stringify(row)).sort()) ===
      JSON.stringify(rows.map((row) => JSON.stringify(row)).sort()),
  )
}
