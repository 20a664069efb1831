import type { Outcome } from '../../callback-request/calling/outcomes.ts'
import { type InventedCallback, InventedCallbacks } from './invented-callbacks.ts'
import { Random } from './random.ts'

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

/** As many as the open callbacks below, one for each way in which a callback ends, and the suspected ones. */
export const FEWEST_REQUESTS = 50

/** As many as there are telephone numbers. */
export const MOST_REQUESTS = 100_000

/** More than the desk's section 11 asks for. */
const openCallbacks = (invented: InventedCallbacks): InventedCallback[] => [
  invented.waiting('due', 3),
  invented.waiting('due', 2),
  invented.waiting('due'),
  ...Array.from({ length: 3 }, () => invented.again()),
  ...Array.from({ length: 4 }, () => invented.waiting('overdue')),
  ...Array.from({ length: 5 }, () => invented.waiting('today')),
  invented.later('today'),
  ...Array.from({ length: 10 }, () => invented.waiting('coming')),
  ...Array.from({ length: 2 }, () => invented.later('coming')),
]

/** What comes of the calls of a settled callback: each of these about as often as any other. */
const ENDINGS: readonly (readonly Outcome[])[] = [
  ['reached'],
  ['booked'],
  ['not_interested'],
  ['no_answer', 'busy', 'no_answer'],
  ['wrong_number'],
  ['spam'],
  ['reached'],
  ['booked'],
  ['no_answer', 'booked'],
  ['busy', 'reached'],
  ['call_later', 'booked'],
]

const FEWEST_SUSPECTED = 6
const SUSPECTED = 0.01

/** How often somebody asks twice, and how often it is somebody who was called for an earlier callback. */
const TWICE = 0.08
const AGAIN = 0.12

/** Invents what the people of a department did until now. Of one person's callbacks, the earlier one comes first. */
export function planDemo(settings: DemoSettings): InventedCallback[] {
  const random = new Random(settings.seed)
  const invented = new InventedCallbacks(random, settings)
  const suspected = Math.max(FEWEST_SUSPECTED, Math.round(settings.requests * SUSPECTED))
  const callbacks = [...openCallbacks(invented), ...Array.from({ length: suspected }, () => invented.suspected())]
  let missing = settings.requests - callbacks.reduce((sum, { sent }) => sum + sent.length, 0)
  for (let index = 0; missing > 0; index++) {
    const asked = missing > ENDINGS.length && random.chance(TWICE) ? 2 : 1
    const earlier = index > 0 && random.chance(AGAIN) ? callbacks.at(-1) : undefined
    callbacks.push(invented.settled(asked, ENDINGS[index] ?? random.pick(ENDINGS), earlier))
    missing -= asked
  }
  return callbacks
}
