import type { Outcome } from '../../callback-request/calling/outcomes.ts'
import type { Campaign } from '../../callback-request/campaign.ts'
import { SERVICES } from '../../callback-request/services.ts'
import type { CallbackDetails } from '../../callback-request/stored-request.ts'
import type { TimeSlot } from '../../callback-request/time-slots.ts'
import { InventedStories, type Wanted } from './invented-stories.ts'
import { newPerson, type Person } from './people.ts'
import { Random } from './random.ts'
import type { Call, Story } from './story.ts'
import { CAMPAIGNS, MESSAGES, SPAM_MESSAGES } from './texts.ts'

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

/** Somebody asks, or is called. */
export type Step = { story: Story; at: Date; phone: string } & ({ ask: Ask } | { call: Call })

interface Ask {
  details: CallbackDetails
  campaign: Campaign | null
  language: Person['language']
  suspected: boolean
}

/** As many as the open callbacks below, one for each way in which a callback ends, and the suspected ones. */
export const FEWEST_REQUESTS = 50

/** As many as there are telephone numbers. */
export const MOST_REQUESTS = 100_000

/** More than the desk's section 11 asks for. */
const OPEN: readonly Wanted[] = [
  { bucket: 'due', asked: 3, status: 'new' },
  { bucket: 'due', asked: 2, status: 'new' },
  { bucket: 'due', status: 'again' },
  { bucket: 'coming', status: 'later' },
  ...Array<Wanted>(4).fill({ bucket: 'overdue' }),
  ...Array<Wanted>(3).fill({ bucket: 'due' }),
  ...Array<Wanted>(6).fill({ bucket: 'today' }),
  ...Array<Wanted>(11).fill({ bucket: 'coming' }),
]

/** Some callbacks end in each way that there is. */
const ENDINGS: readonly (readonly Outcome[])[] = [
  ['reached'],
  ['booked'],
  ['not_interested'],
  ['no_answer', 'busy', 'no_answer'],
  ['wrong_number'],
  ['spam'],
]

const FEWEST_SUSPECTED = 6
const SUSPECTED = 0.01

/** How often somebody asks twice, and how often it is somebody who was called for an earlier callback. */
const TWICE = 0.08
const AGAIN = 0.12

const WITH_APPOINTMENT_FORM = 0.75

/** Above 1, so that the first services of the list are chosen more often. */
const PREFERENCE = 1.7

/** Invents what the people of a department did until now, in the order of time. */
export function planDemo(settings: DemoSettings): Step[] {
  const random = new Random(settings.seed)
  const people: { person: Person; freeFrom: Date | undefined }[] = []
  const steps = storiesOf(settings, random).flatMap(({ story, isSuspected }): Step[] => {
    const again = random.chance(AGAIN) && people.length > 0 ? random.pick(people) : undefined
    // Nobody waits for two callbacks at one time.
    const isFree = again?.freeFrom !== undefined && again.freeFrom < story.startsAt
    const known = isFree ? again : { person: newPerson(people.length, random), freeFrom: undefined }
    if (!isFree) people.push(known)
    known.freeFrom = story.isSettled ? story.latest : undefined
    const { person } = known
    const of = { story, phone: person.phone }
    return [
      ...story.asks.map((ask) => ({ ...of, at: ask.receivedAt, ask: askOf(person, isSuspected, ask.slot, random) })),
      ...story.calls.map((call) => ({ ...of, at: call.claimedAt, call })),
    ]
  })
  return steps.sort((a, b) => Number(a.at) - Number(b.at))
}

/** In the order in which they start. */
function storiesOf(settings: DemoSettings, random: Random): { story: Story; isSuspected: boolean }[] {
  const { requests } = settings
  const invented = new InventedStories(random, settings)
  const stories = OPEN.map((wanted) => invented.open(wanted))
  const suspected = Math.max(FEWEST_SUSPECTED, Math.round(requests * SUSPECTED))
  let missing = requests - suspected - stories.reduce((sum, { asks }) => sum + asks.length, 0)
  for (let index = 0; missing > 0; index++) {
    const asked = missing > ENDINGS.length && random.chance(TWICE) ? 2 : 1
    stories.push(invented.settled(asked, ENDINGS[index]))
    missing -= asked
  }
  return [
    ...stories.map((story) => ({ story, isSuspected: false })),
    ...Array.from({ length: suspected }, () => ({ story: invented.suspected(), isSuspected: true })),
  ].sort((a, b) => Number(a.story.startsAt) - Number(b.story.startsAt))
}

/** What somebody types. */
function askOf(person: Person, isSuspected: boolean, timeSlot: TimeSlot, random: Random): Ask {
  const { name, phone, email, language } = person
  const typed = { name, phone, email, timeSlot }
  const service = SERVICES[Math.floor(random.next() ** PREFERENCE * SERVICES.length)] ?? 'Other'
  const message = random.pick(isSuspected ? SPAM_MESSAGES : MESSAGES[language])
  const isAppointment = !isSuspected && random.chance(WITH_APPOINTMENT_FORM)
  return {
    details: isAppointment
      ? { ...typed, form: 'appointment', service, message: null }
      : { ...typed, form: 'contact', service: null, message },
    campaign: random.pick(CAMPAIGNS),
    language,
    suspected: isSuspected,
  }
}
