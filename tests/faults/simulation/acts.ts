import fc from 'fast-check'

/** Slots by the hour at which they begin; null is Anytime. */
export type Slot = 2 | 10 | 16 | 22 | null

/** A time that staff choose: so many half hours from now, as a slot's window or exactly. */
export interface Chosen {
  halfHours: number
}

export const ANSWERS = ['reached', 'booked', 'no_answer', 'busy', 'call_later', 'do_not_call', 'spam'] as const

/**
 * What somebody does. Requests and staff are numbers: of those that there are, counted again from the first one. What is
 * undone is an outcome before the step, and what replaces a withdrawn request is the newest one. Many ask at once, several
 * people in turn.
 */
export type Act =
  | { act: 'ask'; number: number; name: number; slot: Slot; isSpam: boolean; times: number; people: number }
  | { act: 'add'; who: number; number: number; name: number; slot: Slot }
  | { act: 'withdraw'; request: number; by: string }
  | { act: 'claim'; who: number; request: number; isEarly: boolean; instead: boolean; prolong: boolean }
  | { act: 'release'; who: number; request: number; isManager: boolean }
  | {
      act: 'report'
      who: number
      request: number
      outcome: (typeof ANSWERS)[number]
      incoming: boolean
      chosen: Chosen
    }
  | { act: 'undo'; who: number; request: number; attempt: string }
  | { act: 'reschedule'; who: number; request: number; chosen: Chosen }
  | { act: 'reopen'; who: number; request: number; chosen: Chosen | null }
  | { act: 'restore'; who: number; request: number }
  | {
      act: 'erase'
      request: number
      scope: 'request' | 'person' | 'number'
      of: { number: number; person: string } | null
    }
  | { act: 'purge'; hours: number }
  | { act: 'deliver' }

/** One or two acts at once, after some time has passed and a clock was set, while something fails. */
export interface Step {
  minutes: number
  acts: readonly (Act & { on: number })[]
  /** A lock of a number that somebody else holds for a moment, or the connections of the first act's instance end. */
  fault: Fault | null
  /** An instance whose clock is set, to so many hours before or after the right time. */
  clock: { on: number; hours: number } | null
}

/** Of the three instances or the three people. */
const three = fc.nat(2)
const request = fc.nat(29)
export const SLOTS: readonly Slot[] = [null, 2, 10, 16, 22]
const slot = fc.constantFrom(...SLOTS)
const once = { times: fc.constant(1), people: fc.constant(1) }
const rarely = fc.nat(5).map((n) => n === 0)
const chosen = fc.record({ halfHours: fc.integer({ min: 0, max: 60 }) })
const often = (weight: number, arbitrary: fc.Arbitrary<Act>) => ({ weight, arbitrary })
const record = <Kind extends Act['act']>(
  act: Kind,
  rest: { [Key in keyof Omit<Extract<Act, { act: Kind }>, 'act'>]: fc.Arbitrary<Extract<Act, { act: Kind }>[Key]> },
) => fc.record({ act: fc.constant(act), ...rest }) as unknown as fc.Arbitrary<Act>

const anAct = fc.oneof(
  often(
    5,
    record('ask', {
      number: fc.nat(3).map((n) => (n === 3 ? 1 : 0)),
      name: fc.constantFrom(0, 0, 1, 2),
      slot,
      isSpam: rarely,
      ...once,
    }),
  ),
  often(2, record('add', { who: three, number: fc.constantFrom(0, 0, 1), name: fc.nat(2), slot })),
  often(2, record('withdraw', { request, by: fc.constantFrom('', '', '', 'newest') })),
  often(10, record('claim', { who: three, request, isEarly: fc.boolean(), instead: fc.boolean(), prolong: rarely })),
  often(2, record('release', { who: three, request, isManager: fc.boolean() })),
  often(
    9,
    record('report', {
      who: three,
      request,
      outcome: fc.constantFrom('no_answer', 'busy', 'no_answer', 'do_not_call', ...ANSWERS),
      incoming: fc.nat(9).map((n) => n === 0),
      chosen,
    }),
  ),
  often(8, record('undo', { who: three, request, attempt: fc.constant('') })),
  often(1, record('reschedule', { who: three, request, chosen })),
  often(3, record('reopen', { who: three, request, chosen: fc.option(chosen) })),
  often(4, record('restore', { who: three, request })),
  often(
    2,
    record('erase', {
      request,
      scope: fc.constantFrom('request', 'request', 'person', 'number'),
      of: fc.constant(null),
    }),
  ),
  often(3, record('deliver', {})),
  often(1, record('purge', { hours: fc.constantFrom(72, 120) })),
)

/** So many ask at one number. */
const asksOfMany = (times: fc.Arbitrary<number>, people: fc.Arbitrary<number>) =>
  record('ask', { number: fc.constant(0), name: fc.nat(2), slot, isSpam: fc.constant(false), times, people })

/** Where many have asked at one number, nearly as many as may, and others do. */
const aCrowdsAct = fc.oneof(
  often(1, asksOfMany(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))),
  often(4, anAct),
)
const CROWD = fc.record({
  ...{ minutes: fc.constant(0), fault: fc.constant(null), clock: fc.constant(null) },
  acts: asksOfMany(fc.integer({ min: 5, max: 20 }), fc.integer({ min: 3, max: 6 })).map((act) => [{ ...act, on: 0 }]),
})

/** What may fail: a number is locked by somebody else for a moment, an instance loses its connections. */
export type Fault = 'locked' | 'crash'

/** What a simulation has: so many instances, which do so many acts at once, and these faults. */
export interface Setting {
  instances: number
  atOnce: 1 | 2
  faults: readonly Fault[]
}

/** Steps in a setting. */
export function stepsOf(setting: Setting): fc.Arbitrary<Step[]> {
  const usual = { weight: 2, arbitrary: stepsWith(anAct, setting) }
  const crowded = fc.tuple(CROWD, stepsWith(aCrowdsAct, setting)).map(([crowd, steps]) => [crowd, ...steps])
  return fc.oneof(usual, { weight: 1, arbitrary: crowded })
}

function stepsWith(anyAct: fc.Arbitrary<Act>, { instances, atOnce, faults }: Setting): fc.Arbitrary<Step[]> {
  const one = fc.tuple(anyAct, three).map(([act, on]) => ({ ...act, on }))
  // Two do the same, or each something.
  const twice = fc.tuple(one, three, three).map(([act, on, who]) => [act, { ...act, ...('who' in act && { who }), on }])
  const alone = one.map((act) => [act])
  const seldom = <Value>(arbitrary: fc.Arbitrary<Value>) =>
    fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })
  const step = fc.record({
    minutes: fc.oneof(
      { weight: 4, arbitrary: fc.nat(4) },
      { weight: 1, arbitrary: fc.constantFrom(9, 10, 15, 45, 60, 120, 480, 1440) },
    ),
    acts: atOnce === 1 ? alone : fc.oneof(alone, twice, fc.tuple(one, one)),
    fault: faults.length === 0 ? fc.constant(null) : seldom(fc.constantFrom(...faults)),
    clock: seldom(fc.record({ on: fc.nat(instances - 1), hours: fc.constantFrom(0, -24, -1, 1, 24) })),
  })
  return fc.array(step, { maxLength: 40, size: 'max' })
}
