import { digitsText, SPECIFIED_OFFER } from '../../src/callback-request/department-facts.ts'
import { localDayOf } from '../../src/callback-request/local-clock.ts'
import { TIME_SLOTS } from '../../src/callback-request/time-slots.ts'
import { outsideHours } from '../../src/content/checks/calling-hours.ts'
import { DEPARTMENT } from '../../src/content/checks/check-content.ts'
import { placeOf } from '../../src/content/checks/texts.ts'
import type { DepartmentDetails } from '../../src/content/schema.ts'
import { ENGLISH, languagesOf } from '../../src/content/site-languages.ts'
import { timeZoneOf } from '../../src/content/time-zones.ts'
import { callingHoursOf, typedHours } from './calling-hours.ts'
import { type ChosenColour, withColour } from './colours.ts'
import { clockIn, nearTimeZones } from './time-zones.ts'

/** The department as an answer makes it, or why the answer cannot be read. */
export type Answer = { ok: true; details: DepartmentDetails } | { ok: false; problem: string }

/** One thing that a department says of itself. */
export interface Fact {
  /** Its option on the command line, without dashes. */
  option: string
  label: string
  example: string
  /** The present value, as a person would type it. */
  show(details: DepartmentDetails): string
  /** Also changes what follows from the fact. */
  change(details: DepartmentDetails, typed: string): Answer
  /** How the lines about mistakes in it begin. */
  places: readonly string[]
  /** A sentence by which the person can check the value. */
  remark?(details: DepartmentDetails): string
}

type Plain = 'callsFrom' | 'emergencyTelephone' | 'email' | 'privacyEmail'
type ByLanguage = 'name' | 'hospital' | 'address'

/**
 * All facts, in the order in which they are asked and changed: one may follow from those before it.
 *
 * @param languages the codes of the site's languages in their order
 * @param present the codes of the languages that have a file
 */
export function factsOf(languages: readonly string[], present: readonly string[]): Fact[] {
  return [
    languagesFact(present),
    ...byLanguage(languages, 'name', 'Name of the department', 'Department of Plastic Surgery'),
    ...byLanguage(languages, 'hospital', 'Hospital', 'Fenwick Hospital'),
    ...byLanguage(languages, 'address', 'Address', '12 Orchard Lane, Fenwick FW1 2AB'),
    COUNTRY_PREFIX,
    TELEPHONE,
    plain('calls-from', 'callsFrom', 'Number from which you call', '+44 1632 960123'),
    plain('emergency', 'emergencyTelephone', 'Number for emergencies', '999'),
    plain('email', 'email', 'E-mail address', 'plastic.surgery@fenwick.example'),
    plain('privacy-email', 'privacyEmail', 'E-mail address for complaints about privacy', 'privacy@fenwick.example'),
    SITE_ADDRESS,
    TIME_ZONE,
    CALLING_HOURS,
    CLOSED_DAYS,
    TIME_SLOTS_FACT,
    PHONE_DIGITS,
    RETENTION,
    colour('paper', 'Colour of the paper, behind everything', '#f4f6fb'),
    colour('ink', 'Colour of the ink, of text', '#16233f'),
    colour('action', 'Colour of action, of buttons and links', '#005eb8'),
  ]
}

/** What the lines about mistakes say of a fact. */
export function problemsOf({ places }: Fact, mistakes: readonly string[]): string[] {
  return mistakes.flatMap((line) => {
    const place = places.find((start) => line.startsWith(start))
    return place === undefined ? [] : [line.slice(line.indexOf(': ') + 2)]
  })
}

const placesOf = (...path: string[]) => [`${placeOf(DEPARTMENT, path)}:`, `${placeOf(DEPARTMENT, path)},`]
const refused = (typed: string, reason: string): Answer => ({ ok: false, problem: `"${typed}" ${reason}` })
const taken = (details: DepartmentDetails): Answer => ({ ok: true, details })

const languageName = (code: string) => new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code

/** Which languages the site has. Each needs a file of texts. */
function languagesFact(present: readonly string[]): Fact {
  return {
    option: 'languages',
    label: "Languages of the site; the first is at the site's address itself",
    example: present.join(', '),
    places: placesOf('languages'),
    show: (details) => languagesOf(details, present).join(', '),
    change(details, typed) {
      const languages = typed.toLowerCase().split(/[\s,]+/)
      const missing = languages.find((code) => !present.includes(code))
      if (missing === undefined) return taken({ ...details, languages })
      return refused(
        missing,
        `has no file ${missing}.json yet; there are ${present.join(', ')}. docs/your-department.md says how to add one`,
      )
    },
  }
}

/** The first language, then the others, each of which shows the text of the first until it has its own. */
function byLanguage([first = ENGLISH, ...others]: readonly string[], key: ByLanguage, label: string, example: string) {
  const ofFirst: Fact = {
    option: key,
    label,
    example,
    places: placesOf(key, first),
    show: (details) => details[key][first] ?? '',
    change(details, typed) {
      if (typed === details[key][first]) return taken(details)
      // The sample's own translations are of its own name.
      return taken({ ...details, [key]: { ...(details.sample ? {} : details[key]), [first]: typed } })
    },
  }
  return [ofFirst, ...others.map((code) => translation(code, key, { label, first }))]
}

function translation(code: string, key: ByLanguage, { label, first }: { label: string; first: string }): Fact {
  const asFirst = `as in ${languageName(first)}`
  return {
    option: `${key}-${code}`,
    label: `${label} in ${languageName(code)}`,
    example: asFirst,
    places: placesOf(key, code),
    show: (details) => details[key][code] ?? asFirst,
    change(details, typed) {
      const { [code]: _, ...texts } = details[key]
      return taken({ ...details, [key]: typed === asFirst ? texts : { ...texts, [code]: typed } })
    },
  }
}

function plain(option: string, key: Plain, label: string, example: string): Fact {
  const change: Fact['change'] = (details, typed) => taken({ ...details, [key]: typed })
  return { option, label, example, places: placesOf(key), show: (details) => details[key], change }
}

const TELEPHONE: Fact = {
  option: 'telephone',
  label: 'Telephone',
  example: '+44 1632 960123',
  places: placesOf('telephone'),
  show: ({ telephone }) => telephone,
  change(details, telephone) {
    const callsFrom = details.callsFrom === details.telephone ? telephone : details.callsFrom
    return taken({ ...details, telephone, callsFrom })
  },
}

const SITE_ADDRESS: Fact = {
  option: 'site-address',
  label: 'Address of the website',
  example: 'https://plastic-surgery.fenwick.example',
  places: placesOf('siteAddress'),
  show: ({ siteAddress }) => siteAddress,
  change: (details, typed) => taken({ ...details, siteAddress: typed.replace(/\/$/, '') }),
}

const COUNTRY_PREFIX: Fact = {
  option: 'country-prefix',
  label: "Prefix of your country's telephone numbers",
  example: '+44',
  places: placesOf('countryPrefix'),
  show: ({ countryPrefix }) => countryPrefix,
  change: (details, typed) => taken({ ...details, countryPrefix: typed.replace(/^(00|\+)?(?=\d)/, '+') }),
}

const TIME_ZONE: Fact = {
  option: 'time-zone',
  label: 'Time zone',
  example: 'Europe/London',
  places: placesOf('timeZone'),
  show: ({ timeZone }) => timeZone,
  change(details, typed) {
    const timeZone = timeZoneOf(typed)
    if (timeZone) return taken({ ...details, timeZone })
    const near = nearTimeZones(typed)
    const hint = near.length > 0 ? `. Did you mean ${near.join(' or ')}?` : ' such as Europe/London'
    return refused(typed, `is not the name of a time zone${hint}`)
  },
  remark: ({ timeZone }) => `It is now ${clockIn(timeZone, new Date())} there.`,
}

const CALLING_HOURS: Fact = {
  option: 'calling-hours',
  label: 'Days and hours at which you call',
  example: 'Mo-Fr 09:00-18:00',
  places: placesOf('callingHours'),
  show: ({ callingHours }) => typedHours(callingHours),
  change(details, typed) {
    const read = callingHoursOf(typed)
    if (!read.ok) return read
    const [only, ...others] = read.hours
    return taken({ ...details, callingHours: only && others.length === 0 ? only : read.hours })
  },
}

const NONE = 'none'

const CLOSED_DAYS: Fact = {
  option: 'closed-days',
  label: `Dates on which nobody calls, such as holidays, or "${NONE}"`,
  example: '2026-12-25, 2027-01-01',
  places: placesOf('closedDays'),
  show: ({ closedDays = [] }) => closedDays.join(', ') || NONE,
  change({ closedDays: _, ...details }, typed) {
    if (typed === NONE) return taken(details)
    const closedDays = [...new Set(typed.split(/[\s,;]+/))].sort()
    const unknown = closedDays.find((day) => localDayOf(day) === undefined)
    return unknown === undefined
      ? taken({ ...details, closedDays })
      : refused(unknown, 'is not a day such as 2026-12-25')
  },
}

const ALL = 'all'
const WITHIN_HOURS = 'hours'

const TIME_SLOTS_FACT: Fact = {
  option: 'time-slots',
  label: `Slots that visitors can choose ("${ALL}", "${WITHIN_HOURS}" for those in which you call, or a list)`,
  example: '08:00am-10:00am, 10:00am-12:00pm',
  places: placesOf('timeSlots'),
  show: ({ timeSlots, callingHours }) => {
    if (!timeSlots) return ALL
    return String(timeSlots) === String(slotsWithin(callingHours)) ? WITHIN_HOURS : timeSlots.join(', ')
  },
  change({ timeSlots: _, ...details }, typed) {
    if (typed === ALL) return taken(details)
    if (typed === WITHIN_HOURS) return taken({ ...details, timeSlots: slotsWithin(details.callingHours) })
    const given = typed.split(/\s*[,;]\s*/)
    const unknown = given.find((slot) => !TIME_SLOTS.some((one) => one === slot))
    if (unknown !== undefined) return refused(unknown, `is not one of the slots: ${TIME_SLOTS.join(', ')}`)
    return taken({ ...details, timeSlots: TIME_SLOTS.filter((slot) => given.includes(slot)) })
  },
}

const slotsWithin = (hours: DepartmentDetails['callingHours']) =>
  TIME_SLOTS.filter((slot) => !outsideHours(slot, hours).isWhole)

const PHONE_DIGITS: Fact = {
  option: 'phone-digits',
  label: 'Digits of a telephone number, as visitors type it, such as 10 or 9-12',
  example: '9-10',
  places: placesOf('phoneDigits'),
  show: ({ phoneDigits = SPECIFIED_OFFER.phoneDigits }) => digitsText(phoneDigits, '-'),
  change(details, typed) {
    const [, least, most = least] = /^(\d+)(?:\s*-\s*(\d+))?$/.exec(typed) ?? []
    if (least === undefined) return refused(typed, 'is not a number of digits such as 10 or 9-12')
    return taken({ ...details, phoneDigits: { least: Number(least), most: Number(most) } })
  },
}

const RETENTION: Fact = {
  option: 'retention-days',
  label: 'Days for which you keep a request, which the privacy notice names',
  example: '365',
  places: placesOf('retentionDays'),
  show: ({ retentionDays }) => String(retentionDays),
  change(details, typed) {
    if (!/^\d+$/.test(typed)) return refused(typed, 'is not a number of days such as 365')
    return taken({ ...details, retentionDays: Number(typed) })
  },
}

/** What each choice decides: what is written on the paper, and how ink and action stand out. */
const JUDGED: Record<ChosenColour, readonly string[]> = {
  paper: ['the red of messages', 'bronze'],
  ink: ['ink', 'inkSoft'],
  action: ['action', 'actionDeep'],
}

function colour(name: ChosenColour, label: string, example: string): Fact {
  return {
    option: `colour-${name}`,
    label,
    example,
    places: JUDGED[name].map((front) => `${placeOf(DEPARTMENT, ['colours'])}: ${front} `),
    show: ({ colours }) => colours[name],
    change(details, typed) {
      const value = typed.toLowerCase().replace(/^#?(?=[0-9a-f]{6}$)/, '#')
      if (!/^#[0-9a-f]{6}$/.test(value)) return refused(typed, `is not a colour such as ${example}`)
      if (value === details.colours[name]) return taken(details)
      return taken({ ...details, colours: withColour(details.colours, name, value) })
    },
  }
}
