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
 * undone is the latest outcome before the step.
 */
export type Act =
  | { act: 'ask'; number: number; name: number; slot: Slot; isSpam: boolean }
  | { act: 'add'; who: number; number: number; name: number; slot: Slot }
  | { act: 'withdraw'; request: number }
  | { act: 'claim'; who: number; request: number; isEarly: boolean; instead: boolean }
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
  | { act: 'erase'; request: number; scope: 'request' | 'person' | 'number' }
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
const request = fc.nat(26)
const slot = fc.constantFrom<Slot>(null, 2, 10, 16, 22)
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
      name: fc.nat(2),
      slot,
      isSpam: fc.nat(5).map((n) => n === 0),
    }),
  ),
  often(1, record('add', { who: three, number: fc.nat(1), name: fc.nat(2), slot })),
  often(2, record('withdraw', { request })),
  often(10, record('claim', { who: three, request, isEarly: fc.boolean(), instead: fc.boolean() })),
  often(1, record('release', { who: three, request, isManager: fc.boolean() })),
  often(
    9,
    record('report', {
      who: three,
      request,
      outcome: fc.constantFrom('no_answer', 'busy', 'no_answer', ...ANSWERS),
      incoming: fc.nat(9).map((n) => n === 0),
      chosen,
    }),
  ),
  often(5, record('undo', { who: three, request, attempt: fc.constant('') })),
  often(1, record('reschedule', { who: three, request, chosen })),
  often(2, record('reopen', { who: three, request, chosen: fc.option(chosen) })),
  often(2, record('restore', { who: three, request })),
  often(1, record('erase', { request, scope: fc.constantFrom('request', 'person', 'number') })),
  often(3, record('deliver', {})),
  often(1, record('purge', { hours: fc.constantFrom(72, 120) })),
)

/** Where many ask at one number, of one name or of several. */
const aCrowdsAct = fc.oneof(
  often(4, record('ask', { number: fc.constant(0), name: fc.nat(7), slot, isSpam: fc.constant(false) })),
  often(8, record('ask', { number: fc.constant(0), name: fc.constant(0), slot, isSpam: fc.constant(false) })),
  often(3, anAct),
)

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
  const usual = { weight: 4, arbitrary: stepsWith(anAct, setting) }
  return fc.oneof(usual, { weight: 1, arbitrary: stepsWith(aCrowdsAct, setting) })
}

function stepsWith(anyAct: fc.Arbitrary<Act>, { instances, atOnce, faults }: Setting): fc.Arbitrary<Step[]> {
  const acts = fc.tuple(anyAct, three).map(([act, on]) => ({ ...act, on }))
  const rarely = <Value>(arbitrary: fc.Arbitrary<Value>) =>
    fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })
  const step = fc.record({
    minutes: fc.oneof(
      { weight: 5, arbitrary: fc.nat(10) },
      { weight: 1, arbitrary: fc.constantFrom(45, 60, 120, 480, 1440) },
    ),
    acts: fc.array(acts, { minLength: 1, maxLength: atOnce }),
    fault: faults.length === 0 ? fc.constant(null) : rarely(fc.constantFrom(...faults)),
    clock: rarely(fc.record({ on: fc.nat(instances - 1), hours: fc.constantFrom(0, -24, -1, 1, 24) })),
  })
  return fc.array(step, { maxLength: 40, size: 'max' })
}
