import { DEPARTMENT } from '../../src/content/checks/check-content.ts'
import { placeOf } from '../../src/content/checks/place.ts'
import type { DepartmentDetails } from '../../src/content/schema.ts'
import { callingHoursOf, typedHours } from './calling-hours.ts'
import { type ChosenColour, withColour } from './colours.ts'
import { clockIn, nearTimeZones, timeZoneOf } from './time-zones.ts'

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

const AS_ENGLISH = 'as in English'

/**
 * All facts, in the order in which they are asked and changed: one may follow from those before it.
 *
 * @param languages the codes of the site's languages, without English
 */
export function factsOf(languages: readonly string[]): Fact[] {
  return [
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

/** English, then the other languages, each of which shows the English text until it has its own. */
function byLanguage(languages: readonly string[], key: ByLanguage, label: string, example: string): Fact[] {
  const english: Fact = {
    option: key,
    label,
    example,
    places: placesOf(key, 'en'),
    show: (details) => details[key].en,
    change(details, en) {
      if (en === details[key].en) return taken(details)
      // The sample's own translations are of its own name.
      return taken({ ...details, [key]: details.sample ? { en } : { ...details[key], en } })
    },
  }
  return [english, ...languages.map((code) => translation(code, key, label))]
}

function translation(code: string, key: ByLanguage, label: string): Fact {
  const language = new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code
  return {
    option: `${key}-${code}`,
    label: `${label} in ${language}`,
    example: AS_ENGLISH,
    places: placesOf(key, code),
    show: (details) => details[key][code] ?? AS_ENGLISH,
    change(details, typed) {
      if (typed !== AS_ENGLISH) return taken({ ...details, [key]: { ...details[key], [code]: typed } })
      const { [code]: _, ...others } = details[key]
      return taken({ ...details, [key]: { ...others, en: details[key].en } })
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
    const callingHours = callingHoursOf(typed)
    return callingHours
      ? taken({ ...details, callingHours })
      : refused(typed, 'is not days and hours such as Mo-Fr 09:00-18:00')
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
