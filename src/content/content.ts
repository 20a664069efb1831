import type { Calendar } from '../callback-request/calling-days.ts'
import { type Offer, SPECIFIED_OFFER } from '../callback-request/department-facts.ts'
import { normalized } from '../callback-request/normalized.ts'
import { fill, leftToRight, partsOf, say, type Translations } from './fill.ts'
import { callingHoursText, isAlways, retentionText, timeSlotLabels, zoneName } from './formats.ts'
import type { BannerLayouts, DepartmentDetails, LanguageTexts, PageTexts } from './schema.ts'
import { homePath, languagesOf } from './site-languages.ts'
import { nameForBrowsers } from './time-zones.ts'
import { BANNERS, SLIDE_SERVICES, translationsFor } from './wording.ts'

/** One language of the site: its texts, and the department's facts in it. Plain data, so that the build can store it. */
export type Content = ReturnType<typeof contentOf> & {
  /** In which size the pages show `logo.png`, in CSS px; undefined without a logo. */
  logo?: { width: number; height: number } | undefined
  /** The file of the picture of shared links with the names in this language; undefined where there is none with them. */
  sharedPicture?: string | undefined
}

/** The languages of the site in their order. */
export type Contents = readonly [first: Content, ...others: Content[]]

export type Slide = Content['slides'][number]
export type Procedure = Content['procedures'][number]
export type FurtherPage = Content['furtherPages'][number]

type ByLanguage = 'name' | 'hospital' | 'address'

/** The department's facts in one language. */
export type Department = ReturnType<typeof departmentOf>

export interface LanguageLink {
  code: string
  /** In the language itself. */
  name: string
  locale: string
  path: string
  /** The names of the further pages that this language has. */
  pages: readonly string[]
}

/** The texts of both forms. The page carries them as JSON for the browser. */
export type FormTexts = ReturnType<typeof formTextsOf>

/** The texts of further pages, by name and by the language's code. */
export type FurtherPages = Readonly<Record<string, Readonly<Record<string, PageTexts>>>>

/**
 * Puts together each language of the site.
 *
 * @param files the texts by the language's code
 * @returns undefined when a language has no texts
 */
export function contentsOf(
  details: DepartmentDetails,
  files: Readonly<Record<string, LanguageTexts>>,
  layouts: BannerLayouts,
  pages: FurtherPages = {},
): Contents | undefined {
  const codes = languagesOf(details, Object.keys(files))
  const [first, ...others] = codes.flatMap((code) => (files[code] ? [{ code, texts: files[code] }] : []))
  if (!first || others.length + 1 < codes.length) return undefined
  const languages = [first, ...others].map(({ code, texts: { language } }) => {
    const names = Object.keys(pages).filter((name) => pages[name]?.[code])
    return { code, name: language.name, locale: language.locale, path: homePath(code, first.code), pages: names }
  })
  const site = { languages, layouts, pages }
  return [contentOf(details, first, site), ...others.map((other) => contentOf(details, other, site))]
}

function contentOf(
  details: DepartmentDetails,
  { code, texts }: { code: string; texts: LanguageTexts },
  { languages, layouts, pages }: { languages: LanguageLink[]; layouts: BannerLayouts; pages: FurtherPages },
) {
  const department = departmentOf(details, code, languages)
  const facts = factsOf(department, texts)
  const path = languages.find((language) => language.code === code)?.path ?? '/'
  return {
    /** Such as `hi`: the name of the language's file, and the first part of its addresses. */
    code,
    /** The script of its letters, by ISO 15924, such as `Latn` or `Deva`. */
    script: new Intl.Locale(texts.language.locale).maximize().script ?? 'Latn',
    /** Where its home page is: `/` for the site's first language, such as `/hi/` for another. */
    path,
    texts,
    department,
    /** What the placeholders of the texts stand for. */
    facts,
    /** Numbered from 1. The class sets the banner as the background; see `src/site/carousel/banners.ts`. */
    slides: texts.hero.slides.map((slide, at) => {
      const bgClass = BANNERS[at] ?? BANNERS[0]
      /** What its button chooses in the form, if the department offers it. */
      const service = department.offer.services.find((offered) => offered === SLIDE_SERVICES[at])
      return { id: at + 1, ...slide, bgClass, layout: layouts[bgClass], service }
    }),
    procedures: proceduresOf(department.offer, texts),
    /** All languages of the site, this one included, in their order. */
    languages,
    /** The further pages of text that this language has, by the end of their address. */
    furtherPages: Object.entries(pages).flatMap(([name, byLanguage]) =>
      byLanguage[code] ? [{ name, ...byLanguage[code] }] : [],
    ),
    pageLinks: pageLinksOf(code, languages, pages),
    forms: formTextsOf({ code, path }, department, texts, facts),
  }
}

/**
 * All further pages of the site: where one is missing in this language, that of the first language that has it, with
 * the name of that language.
 */
function pageLinksOf(code: string, languages: readonly LanguageLink[], pages: FurtherPages) {
  return Object.entries(pages).flatMap(([name, byLanguage]) => {
    const own = languages.find((language) => language.code === code && byLanguage[code])
    const shown = own ?? languages.find((language) => byLanguage[language.code])
    const page = shown && byLanguage[shown.code]
    if (!page) return []
    const language = own ? undefined : { name: shown.name, locale: shown.locale }
    return [{ title: page.title, href: `${shown.path}${name}`, ...(language && { language }) }]
  })
}

/** What the department offers, and accepts as a telephone number. */
export function offerOf({ timeSlots, phoneDigits, procedures }: Partial<DepartmentDetails>): Offer {
  return {
    services: procedures ? [...procedures, 'Other'] : SPECIFIED_OFFER.services,
    timeSlots: SPECIFIED_OFFER.timeSlots.filter((slot) => timeSlots?.includes(slot) ?? true),
    phoneDigits: phoneDigits ?? SPECIFIED_OFFER.phoneDigits,
  }
}

/** When the department calls. The page carries it, so it says nothing of a department that calls at any hour. */
function calendarOf({ timeZone, callingHours, closedDays = [] }: DepartmentDetails): Calendar {
  return {
    timeZone,
    ...(!isAlways(callingHours) && { callingHours }),
    ...(closedDays.length > 0 && { closedDays }),
  }
}

function departmentOf(details: DepartmentDetails, code: string, languages: readonly LanguageLink[]) {
  const { languages: _, timeSlots: _t, phoneDigits: _d, procedures: _p, closedDays: _c, ...plain } = details
  const { telephone } = details
  const borrowed: Partial<Record<ByLanguage, string>> = {}
  const tellingOf = (fact: DepartmentDetails[ByLanguage]) =>
    [code, ...languages.map((language) => language.code)].find((one) => fact[one]) ?? ''
  const inLanguage = (fact: ByLanguage) => {
    const of = tellingOf(details[fact])
    const locale = languages.find((language) => language.code === of)?.locale
    if (of !== code && locale) borrowed[fact] = locale
    return details[fact][of] ?? ''
  }
  return {
    ...plain,
    name: inLanguage('name'),
    hospital: inLanguage('hospital'),
    address: inLanguage('address'),
    team: (details.team ?? []).map(({ name, qualification, registration, picture }) => ({
      name: name[tellingOf(name)] ?? '',
      qualification: qualification[tellingOf(qualification)] ?? '',
      registration,
      /** Stem of the files of the portrait in `pictures`. */
      ...(picture !== undefined && { picture: `team_${picture}` }),
    })),
    telephone: { shown: telephone, dialled: telephone.replace(/[^+\d]/g, '') },
    offer: offerOf(details),
    calendar: calendarOf(details),
    /** The locale of each fact that is told in another language than this one. */
    borrowed,
  }
}

function factsOf(department: Department, texts: LanguageTexts): Record<string, string> {
  const inOrder = (fact: string) => leftToRight(fact, texts.language)
  return {
    zone: zoneName(department.timeZone, texts.language.locale),
    callingHours: callingHoursText(department.callingHours, texts),
    telephone: inOrder(department.telephone.shown),
    callsFrom: inOrder(department.callsFrom),
    emergencyTelephone: inOrder(department.emergencyTelephone),
    countryPrefix: department.countryPrefix,
    email: inOrder(department.email),
    privacyEmail: inOrder(department.privacyEmail),
    version: inOrder(department.noticeVersion),
    retention: retentionText(department.retentionDays, texts.language.locale),
  }
}

/**
 * The stem of a procedure's picture files, in letters that every address can have: `card_brow-lift`, and
 * `card_brustvergroesserung` for "Brustvergrößerung". Where none remain, its place in the list.
 */
export function cardPicture(service: string, at: number): string {
  const latin = service.toLowerCase().replace(/[äöüß&]/g, (letter) => LATIN[letter] ?? letter)
  const letters = normalized(latin, 'NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return `card_${letters || `procedure-${at + 1}`}`
}

const LATIN: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', '&': 'and' }

/** The procedures of an offer: its services without `Other`. */
export const proceduresIn = ({ services }: Offer) => services.filter((service) => service !== 'Other')

function proceduresOf(offer: Offer, { procedures: { descriptions }, wording = {} }: LanguageTexts) {
  return proceduresIn(offer).map((service, at) => ({
    /** As requests name it. */
    service,
    /** The service in this language. */
    name: say(service, wording),
    description: descriptions[service] ?? '',
    /** Stem of the card's files in `pictures`. */
    picture: cardPicture(service, at),
  }))
}

function formTextsOf(
  { code, path }: { code: string; path: string },
  { offer, timeZone, calendar, telephone }: Department,
  texts: LanguageTexts,
  facts: Readonly<Record<string, string>>,
) {
  const { name, phone, email, timeSlot, message } = texts.callback
  const { timesAre, ourNumber, note } = texts.forms
  const { callsFrom = '', zone = '', callingHours = '', countryPrefix = '' } = facts
  const translations: Translations = translationsFor(texts.wording ?? {}, offer)
  const [before = '', , after = ''] = partsOf(fill(note, facts))
  return {
    ...texts.forms,
    translations,
    appointment: texts.appointment,
    visit: texts.visit,
    contact: { name, phone, email, timeSlot, message },
    /** Which services and slots the forms offer, and which telephone numbers they accept. */
    offer,
    /** What a visitor reads for each offered slot; null where it is the slot's own wording. */
    timeSlots: timeSlotLabels(texts, offer.timeSlots),
    locale: texts.language.locale,
    /** When the department calls, with a name of its zone that browsers know; and what visitors read for the zone. */
    calendar: { ...calendar, timeZone: nameForBrowsers(timeZone) },
    zone,
    timesAre: fill(timesAre, facts),
    callingHours,
    /** With the placeholder `telephone`. */
    ourNumber: fill(ourNumber, { callsFrom }),
    telephone,
    /** The note below the fields: before its link to the privacy notice, the link, and after it. */
    note: [before, texts.privacy.heading, after] as const,
    countryPrefix,
    /** Added to the addresses to which the browser posts the forms without script, such as `?language=hi`. */
    query: path === '/' ? '' : `?language=${code}`,
    homePath: path,
    privacyPath: `${path}privacy`,
    thankYouPath: `${path}thank-you`,
  }
}
