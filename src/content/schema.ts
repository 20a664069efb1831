import * as v from 'valibot'
import { type CallingHours, WEEKDAYS } from '../callback-request/calling-days.ts'
import { localDayOf } from '../callback-request/local-clock.ts'
import { SERVICES } from '../callback-request/services.ts'
import { TIME_SLOTS } from '../callback-request/time-slots.ts'
import { tooLong } from './letters.ts'
import { isLanguageCode } from './site-languages.ts'
import { timeZoneOf } from './time-zones.ts'
import { BANNERS, MESSAGES, WORDING } from './wording.ts'

/*
 * What the files in `content` contain: `department.json` has the facts, and each language has a file with every text.
 * The numbers are the letters of an English text for which a place has room in windows from 320 to 1920 px wide:
 * `tests/journeys/looks.spec.ts` fills every place with so many.
 *
 * More than 300 lines: most of it are the tables of both files' fields, in the order of the files.
 */

/** @param placeholders what the text may name in curly brackets; it names each of them at least once */
const text = (most: number, ...placeholders: string[]) => textNaming(most, placeholders, placeholders)

/** A text that may name any of these facts. */
const textWithFacts = (most: number, ...facts: string[]) => textNaming(most, [], facts)

function textNaming(most: number, needed: readonly string[], allowed: readonly string[]) {
  return v.pipe(
    v.string(),
    v.regex(/\S/, 'is empty'),
    without((given) => {
      const [code] = CODE.exec(given) ?? []
      return code && `has ${code} in it, which visitors would read as it stands: leave it out`
    }),
    without((given) => tooLong(withoutPlaceholders(given), most)),
    without((given) => placeholderMistake(placeholdersIn(given), needed, allowed)),
    v.metadata({ most }),
  )
}

/** @param mistakeIn says what is wrong with a text, if anything is */
const without = (mistakeIn: (given: string) => string | undefined) =>
  v.rawCheck<string>(({ dataset, addIssue }) => {
    const message = dataset.typed && mistakeIn(dataset.value)
    if (message) addIssue({ message })
  })

/** HTML, which some editors and pages that one copies from put into texts. */
const CODE = /<\/?[a-z][^<>]*>|&(#\w+|[a-z]{2,8});/i

/** What stands in their place is counted by `checks/texts.ts`, which knows the department's facts. */
const withoutPlaceholders = (given: string) => given.replace(/\{.*?\}/g, '')

const placeholdersIn = (given: string) => Array.from(given.matchAll(/\{(.*?)\}/g), ([, name = '']) => name)

function placeholderMistake(given: readonly string[], needed: readonly string[], allowed: readonly string[]): string {
  const missing = needed.filter((name) => !given.includes(name)).map((name) => `{${name}} is missing`)
  const unknown = given.filter((name) => !allowed.includes(name)).map((name) => `{${name}} has no meaning here`)
  return [...missing, ...unknown].join(', ')
}

/** The names of a carousel's buttons. */
const controls = () => ({ previous: text(40), next: text(40), pause: text(40), play: text(40) })

const titled = (most: number, ...placeholders: string[]) =>
  v.strictObject({ title: text(60), text: text(most, ...placeholders) })

const refusal = (...placeholders: string[]) => v.strictObject({ heading: text(60), text: text(320, ...placeholders) })

/** The specification's sixteen procedures, which a department offers unless it names its own. */
export const PROCEDURES: readonly string[] = SERVICES.filter((service) => service !== 'Other')

/** Texts by name: those that are needed, and others that may be there. */
function textsByName(needed: readonly string[], others: readonly string[], mostOf: (name: string) => number) {
  const entries: Record<string, v.GenericSchema<string | undefined>> = {
    ...Object.fromEntries(others.map((name) => [name, v.optional(text(mostOf(name)))])),
    ...Object.fromEntries(needed.map((name) => [name, text(mostOf(name))])),
  }
  return v.pipe(v.strictObject(entries), v.metadata({ isByName: true })) as unknown as v.GenericSchema<
    Record<string, string>
  >
}

/** What the privacy notice and further pages may name. */
const NAMED_FACTS = ['telephone', 'email', 'privacyEmail', 'retention', 'callsFrom', 'emergencyTelephone']

/** Where the JSON schema of the file is, from which editors know it. */
const SCHEMA = { $schema: v.optional(v.string()) }

/**
 * One language's file.
 *
 * @param procedures those that the department offers. Texts of the specification's others may stay in the file
 * @param translated what the file has to translate of what the specification fixes: nothing in English
 */
export const languageFile = (procedures: readonly string[], translated: readonly string[] = WORDING) =>
  v.strictObject({
    ...SCHEMA,
    language: v.strictObject({
      name: text(20),
      locale: v.pipe(
        v.string(),
        v.check((tag) => !fails(() => Intl.getCanonicalLocales(tag)), 'is not a language tag such as "hi" or "en-GB"'),
      ),
      direction: v.picklist(['ltr', 'rtl']),
    }),
    /** What the links to the other languages are, for screen readers. */
    languages: text(30),
    /** Of the site, in lists of results and in shared links. */
    description: text(160),
    /** What `pictures/og.jpg`, the picture of shared links, shows. */
    sharedPicture: text(120),
    getCallback: text(20),
    /** What screen readers call a carousel and each of its slides. */
    roles: v.strictObject({ carousel: text(20), slide: text(20) }),
    hero: v.strictObject({
      label: text(40),
      slides: v.strictTuple([slide(), slide(), slide()]),
      position: text(20, 'number', 'count'),
      ...controls(),
    }),
    procedures: v.strictObject({
      heading: text(30),
      sentence: text(70),
      ask: text(30),
      about: text(60, 'service'),
      ...controls(),
      goTo: text(60, 'number', 'count'),
      descriptions: textsByName(procedures, PROCEDURES, () => 66),
    }),
    howItWorks: v.strictObject({ heading: text(30), steps: v.strictTuple([titled(130), titled(130), titled(130)]) }),
    beforeYouAsk: v.strictObject({
      heading: text(30),
      questions: v.pipe(
        v.array(v.strictObject({ title: text(60), text: textWithFacts(170, 'telephone') })),
        v.maxLength(6, 'has more than six questions'),
      ),
    }),
    appointment: v.strictObject({
      title: text(22),
      subtitle: text(30),
      name: text(24),
      phone: text(24),
      email: text(24),
      timeSlot: text(24),
      service: text(24),
      chooseService: text(18),
    }),
    callback: v.strictObject({
      sentence: text(110),
      sentenceAgain: text(110),
      name: text(30),
      phone: text(30),
      email: text(30),
      timeSlot: text(30),
      message: text(30),
      close: text(20),
    }),
    forms: v.strictObject({
      chooseTime: text(18),
      timesAre: text(60, 'zone'),
      /** In the modal, beside a telephone number that has more digits than the country's. */
      manyDigits: text(50, 'count'),
      /** When we call: filled in the browser with a chosen slot's next window. */
      window: text(50, 'day', 'from', 'until'),
      /** After a stored request, until its window is over. */
      promise: text(60, 'phone', 'window'),
      promiseAnytime: text(90, 'phone'),
      ourNumber: text(120, 'callsFrom', 'telephone'),
      failed: text(120, 'telephone'),
      note: text(90, 'privacyNotice', 'emergencyTelephone'),
      leaveEmpty: text(40),
      /** Above a refused form's messages. */
      check: text(40),
    }),
    /** What a visitor can do with a request of the visit, and what came of it. */
    visit: v.strictObject({
      correct: text(20),
      withdraw: text(20),
      question: text(80),
      keep: text(24),
      withdrawn: text(80),
      notWithdrawn: text(90, 'telephone'),
      /** While the form is filled with a request that the next one replaces. */
      correcting: text(90),
      replaced: text(60),
      notReplaced: text(120, 'telephone'),
    }),
    thankYou: v.strictObject({
      title: text(30),
      /** Where nothing is known of a request. */
      neutral: text(160),
      heading: text(60),
      whenHeading: text(40),
      when: text(260, 'zone'),
      caller: text(160, 'callsFrom'),
      readyHeading: text(40),
      ready: v.array(text(90)),
      changed: text(80, 'telephone'),
    }),
    callingHours: v.strictObject({
      always: text(80),
      daily: text(80, 'from', 'until'),
      onDays: text(100, 'days', 'from', 'until'),
      range: text(20, 'first', 'last'),
    }),
    notFound: v.strictObject({
      heading: text(40),
      text: text(160),
      instead: text(80, 'home', 'telephone'),
      home: text(40),
    }),
    backToProcedures: text(40),
    footer: v.strictObject({ emergencies: text(60, 'emergencyTelephone'), sample: text(120) }),
    refusals: v.strictObject({
      unreadable: refusal(),
      otherSite: refusal(),
      tooLong: refusal(),
      tooMany: refusal('minutes'),
      unavailable: refusal(),
      unexpected: refusal(),
      callInstead: text(80, 'telephone'),
      openAgain: text(40),
    }),
    privacy: v.strictObject({
      heading: text(40),
      sections: v.pipe(
        v.array(v.strictObject({ title: text(60), text: textWithFacts(600, ...NAMED_FACTS) })),
        v.minLength(1, 'names no section'),
      ),
      version: text(60, 'version'),
    }),
    /** Needed where `department.json` names a team. */
    team: v.optional(v.strictObject({ heading: text(30), registration: text(40, 'number') })),
    mail: v.strictObject({
      subject: text(60, 'reference'),
      greeting: text(40, 'name'),
      greetingWithoutName: text(40),
      anytime: text(200),
      window: text(200, 'window', 'zone'),
      windowText: text(40, 'day', 'from', 'until'),
      ourNumber: text(200, 'callsFrom', 'telephone'),
      reference: text(60, 'reference'),
      notYou: text(200),
    }),
    /** What the specification fixes in English, in this language. In English it only names procedures of one's own. */
    wording: v.optional(
      textsByName(
        translated.filter((words) => !PROCEDURES.includes(words) || procedures.includes(words)),
        [...WORDING, ...procedures],
        mostLettersOf,
      ),
    ),
  })

export const LanguageFile = languageFile(PROCEDURES)

/** A further page of text, such as an imprint: `pages/imprint.de.json`. */
export const PageFile = v.strictObject({
  ...SCHEMA,
  title: text(60),
  sections: v.pipe(
    v.array(
      v.strictObject({
        heading: v.optional(text(90)),
        paragraphs: v.optional(v.array(textWithFacts(3000, ...NAMED_FACTS)), []),
        links: v.optional(v.array(v.strictObject({ text: text(120), address: address() })), []),
      }),
    ),
    v.minLength(1, 'names no section'),
  ),
})

function address() {
  return v.pipe(
    v.string(),
    v.regex(/^(https?:\/\/|mailto:|tel:|\/)\S+$/, 'is not an address such as https://hospital.example/terms'),
  )
}

/** What the specification's texts have room for, where they are not messages. */
function mostLettersOf(words: string): number {
  if (words === 'SEND') return 10
  if (words === 'SUBMIT') return 18
  if (words === 'Enter Name') return 16
  if (words === 'Sending...') return 40 // the slot's hint is beside it
  if (words === 'Get A Callback') return 40
  return MESSAGES.includes(words) ? 80 : 24
}

function slide() {
  return v.strictObject({ heading: text(22), tagline: text(110) })
}

function fails(act: () => unknown): boolean {
  try {
    act()
    return false
  } catch {
    return true
  }
}

const byLanguage = (most: number) => v.record(v.string(), text(most))
const wholeNumber = (least: number, most: number) =>
  v.pipe(
    v.number(),
    v.integer('is not a whole number'),
    v.minValue(least, `is less than ${least}`),
    v.maxValue(most, `is more than ${most}`),
  )

/** Days with the same hours, on the department's clock. */
const CallingHoursGroup = v.pipe(
  v.strictObject({
    days: v.pipe(v.array(v.picklist(WEEKDAYS)), v.minLength(1, 'names no day')),
    from: v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time such as 09:00')),
    until: v.pipe(v.string(), v.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'is not a time such as 18:00')),
  }),
  v.check(
    ({ from, until }) => from < until,
    ({ input: { from, until } }) => `${until} is not after ${from}; midnight is 24:00`,
  ),
)
const email = v.pipe(v.string(), v.email('is not an e-mail address'))

/** The facts of the department, in `department.json`. */
export const DepartmentFile = v.strictObject({
  ...SCHEMA,
  /**
   * The codes of the site's languages; the first is at the site's address itself. Without the list: English, and then
   * every language that has a file.
   */
  languages: v.optional(
    v.pipe(
      v.array(v.string()),
      v.minLength(1, 'names no language'),
      v.checkItems(isLanguageCode, ({ input }) => `"${input}" is no language's code, such as hi for Hindi`),
    ),
  ),
  /** By language; a language that is missing here shows the name in the site's first. */
  name: byLanguage(60),
  hospital: byLanguage(60),
  address: byLanguage(90),
  /** Whether the footer says that the department is invented. */
  sample: v.boolean(),
  /** `checks/telephones.ts` says which numbers dial. */
  telephone: v.string(),
  /** The number from which the department calls, so that visitors recognise it. */
  callsFrom: v.string(),
  emergencyTelephone: v.string(),
  /** Removed from a number that is put into a telephone field at once: pasted, or filled in by a browser. */
  countryPrefix: v.pipe(v.string(), v.regex(/^\+[1-9]\d{0,3}$/, 'is not a country prefix such as +91')),
  email,
  privacyEmail: email,
  /** The site's address in shared links and search engines, without a slash at the end. */
  siteAddress: v.pipe(
    v.string(),
    v.regex(/^https?:\/\/[^/?#\s]+$/, 'is not an address such as https://surgery.hospital.example'),
  ),
  /** IANA name of the time zone of the slots. */
  timeZone: v.pipe(
    v.string(),
    // Another spelling works in a browser; the process's clock would count in UTC.
    v.check(
      (timeZone) => timeZoneOf(timeZone) === timeZone,
      ({ input }) => `is not a time zone such as ${timeZoneOf(input) ?? 'Asia/Kolkata'}`,
    ),
  ),
  /** When coordinators call, on the department's clock. */
  callingHours: v.lazy((given) =>
    Array.isArray(given) ? v.pipe(v.array(CallingHoursGroup), v.minLength(1, 'names no hours')) : CallingHoursGroup,
  ) as v.GenericSchema<CallingHours | CallingHours[]>,
  /** The local days on which nobody calls, such as holidays. */
  closedDays: v.optional(
    v.array(
      v.pipe(
        v.string(),
        v.check((day) => localDayOf(day) !== undefined, 'is not a day such as 2026-12-25'),
      ),
    ),
  ),
  /** The slots that visitors can choose; all thirteen without it. */
  timeSlots: v.optional(v.pipe(v.array(v.picklist(TIME_SLOTS)), v.minLength(1, 'names no slot'))),
  /** How many digits a telephone number has, as visitors type it; ten without it. */
  phoneDigits: v.optional(
    v.pipe(
      v.strictObject({ least: wholeNumber(4, 15), most: wholeNumber(4, 15) }),
      v.check(({ least, most }) => least <= most, 'has more digits in "least" than in "most"'),
    ),
  ),
  /** The procedures in the carousel and in the form, as requests name them; the specification's sixteen without it. */
  procedures: v.optional(
    v.pipe(
      v.array(text(24)),
      v.minLength(1, 'names no procedure'),
      v.maxLength(24, 'names more than 24 procedures'),
      v.checkItems(
        (name, at, all) => all.findIndex((one) => one.trim() === name.trim()) === at && name.trim() !== 'Other',
        ({ input }) => `"${input}" is there already; "Other" always ends the list`,
      ),
    ),
  ),
  /** The people whom the page names, in their order; without any, it has no such section. */
  team: v.optional(
    v.array(
      v.strictObject({
        name: byLanguage(60),
        qualification: byLanguage(90),
        /** With the medical council. */
        registration: text(40),
        /** The end of the name of a picture, such as `asha-rao` for `team_asha-rao`. */
        picture: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/, 'is not a name such as "asha-rao"'))),
      }),
    ),
  ),
  /** For how many days requests are kept, as the privacy notice says. */
  retentionDays: v.optional(wholeNumber(1, 36_500), 365),
  colours: v.strictObject(
    v.entriesFromList(
      ['paper', 'bone', 'white', 'ink', 'inkSoft', 'action', 'actionDeep', 'bronze', 'brass'],
      v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i, 'is not a colour such as #33595d')),
    ),
  ),
  /** Changes when the meaning of the privacy notice changes: each request records the version that was shown. */
  noticeVersion: v.pipe(v.string(), v.regex(/\S/, 'is empty')),
})

const share = v.pipe(v.number(), v.minValue(0, 'is less than 0'), v.maxValue(1, 'is more than 1'))

/** How the page shows each banner, by its class: `pictures.json`, which `npm run pictures` writes. */
export const PicturesFile = v.strictObject({
  ...SCHEMA,
  ...v.entriesFromList(
    BANNERS,
    v.strictObject({
      /** Which part windows narrower than 768 px show, in percent: 0 is the left end, 100 the right. */
      position: v.pipe(v.number(), v.minValue(0, 'is less than 0'), v.maxValue(100, 'is more than 100')),
      /** How strongly bone covers the picture under the text, besides the page's own veil: from 0 to 1. */
      veil: v.strictObject({ narrow: share, wide: share }),
    }),
  ),
})

export type BannerLayouts = v.InferOutput<typeof PicturesFile>
export type BannerLayout = BannerLayouts[(typeof BANNERS)[number]]
export type PageTexts = v.InferOutput<typeof PageFile>
export type LanguageTexts = v.InferOutput<typeof LanguageFile>
export type DepartmentDetails = v.InferOutput<typeof DepartmentFile>
