import { SERVICES, type Service } from '../callback-request/services.ts'
import { fill, partsOf } from './fill.ts'
import { callingHoursText, timeSlotLabels, zoneName } from './formats.ts'
import { DEFAULT_LANGUAGE, homePath } from './home-path.ts'
import { leftToRight } from './left-to-right.ts'
import type { BannerLayout, BannerLayouts, DepartmentDetails, LanguageTexts } from './schema.ts'
import { say, type Translations } from './translations.ts'

/** One language of the site: its texts, and the department's facts in it. Plain data, so that the build can store it. */
export interface Content {
  /** Such as `hi`: the name of the language's file, and the first part of its addresses. */
  code: string
  /** The script of its letters, by ISO 15924, such as `Latn` or `Deva`. */
  script: string
  /** Where its home page is: `/` for English, `/hi/` for Hindi. */
  path: string
  texts: LanguageTexts
  department: Department
  /** What the placeholders of the texts stand for. */
  facts: Readonly<Record<string, string>>
  slides: readonly Slide[]
  procedures: readonly Procedure[]
  /** All languages of the site, this one included, English first. */
  languages: readonly LanguageLink[]
  forms: FormTexts
  carousels: CarouselTexts
}

/** The department's facts in one language. */
export interface Department extends Omit<DepartmentDetails, 'name' | 'hospital' | 'address' | 'telephone' | 'banners'> {
  name: string
  hospital: string
  address: string
  telephone: { shown: string; dialled: string }
}

export interface LanguageLink {
  code: string
  /** In the language itself. */
  name: string
  locale: string
  path: string
}

export interface Slide {
  /** From 1. */
  id: number
  heading: string
  tagline: string
  /** The class that sets the banner as the background; see `src/site/carousel/banners.ts`. */
  bgClass: string
  layout: BannerLayout
}

export interface Procedure {
  service: Exclude<Service, 'Other'>
  /** The service in this language. */
  name: string
  description: string
  /** Stem of the card's files in `pictures`. */
  picture: string
}

/** The texts of both forms. The page carries them as JSON for the browser. */
export interface FormTexts {
  translations: Translations
  appointment: LanguageTexts['appointment']
  contact: Omit<LanguageTexts['callback'], 'sentence' | 'close'>
  /** What a visitor reads for each time slot; null where it is the slot's own wording. */
  timeSlots: readonly string[] | null
  chooseTime: string
  timesAre: string
  /** The note below the fields: before its link to the privacy notice, the link, and after it. */
  note: readonly [before: string, link: string, after: string]
  leaveEmpty: string
  countryPrefix: string
  /** Added to the addresses to which the browser posts the forms without script, such as `?language=hi`. */
  query: string
  privacyPath: string
  thankYouPath: string
}

/** The texts of both carousels' controls. The page carries them as JSON for the browser. */
export interface CarouselTexts {
  locale: string
  hero: Omit<LanguageTexts['hero'], 'label' | 'slides' | 'position'>
  procedures: Pick<LanguageTexts['procedures'], 'previous' | 'next' | 'pause' | 'play' | 'goTo'>
}

/**
 * Puts together each language of the site, English first, the others in the order of their codes.
 *
 * @param files the texts by the language's code
 */
export function contentsOf(
  details: DepartmentDetails,
  { en, ...files }: Readonly<Record<string, LanguageTexts>> & { en: LanguageTexts },
  layouts: BannerLayouts,
): [english: Content, ...others: Content[]] {
  const others = Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1))
  const languages = [[DEFAULT_LANGUAGE, en] as const, ...others].map(([code, { language }]) => {
    return { code, name: language.name, locale: language.locale, path: homePath(code) }
  })
  return [
    contentOf(details, DEFAULT_LANGUAGE, en, { languages, layouts }),
    ...others.map(([code, texts]) => contentOf(details, code, texts, { languages, layouts })),
  ]
}

function contentOf(
  details: DepartmentDetails,
  code: string,
  texts: LanguageTexts,
  { languages, layouts }: { languages: LanguageLink[]; layouts: BannerLayouts },
): Content {
  const department = departmentOf(details, code)
  const facts = factsOf(department, texts)
  return {
    code,
    script: new Intl.Locale(texts.language.locale).maximize().script ?? 'Latn',
    path: homePath(code),
    texts,
    department,
    facts,
    slides: texts.hero.slides.map((slide, at) => {
      const bgClass = details.banners[at] ?? ''
      return { id: at + 1, ...slide, bgClass, layout: layouts[bgClass] ?? PLAIN_LAYOUT }
    }),
    procedures: proceduresOf(texts),
    languages,
    forms: formTextsOf(code, texts, facts),
    carousels: carouselTextsOf(texts),
  }
}

/** For a banner that `pictures.json` does not name; the check of the content says so. */
const PLAIN_LAYOUT: BannerLayout = { position: 100, veil: { narrow: 0, wide: 0 } }

function departmentOf({ banners: _, ...details }: DepartmentDetails, code: string): Department {
  const { name, hospital, address, telephone } = details
  return {
    ...details,
    name: name[code] ?? name.en,
    hospital: hospital[code] ?? hospital.en,
    address: address[code] ?? address.en,
    telephone: { shown: telephone, dialled: telephone.replace(/[^+\d]/g, '') },
  }
}

/** What the placeholders of a language's texts stand for. */
export function factsFor(details: DepartmentDetails, code: string, texts: LanguageTexts): Content['facts'] {
  return factsOf(departmentOf(details, code), texts)
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
  }
}

/** The stem of a procedure's picture files. */
export function cardPicture(service: Procedure['service']): string {
  return `card_${service.toLowerCase().replace('&', 'and').replaceAll(' ', '-')}`
}

function proceduresOf({ procedures: { descriptions }, wording = {} }: LanguageTexts): Procedure[] {
  return SERVICES.filter((service) => service !== 'Other').map((service) => ({
    service,
    name: say(service, wording),
    description: descriptions[service],
    picture: cardPicture(service),
  }))
}

function formTextsOf(code: string, texts: LanguageTexts, facts: Readonly<Record<string, string>>): FormTexts {
  const { sentence: _sentence, close: _close, ...contact } = texts.callback
  const [before = '', , after = ''] = partsOf(fill(texts.forms.note, facts))
  return {
    translations: texts.wording ?? {},
    appointment: texts.appointment,
    contact,
    timeSlots: timeSlotLabels(texts),
    chooseTime: texts.forms.chooseTime,
    timesAre: fill(texts.forms.timesAre, facts),
    note: [before, texts.privacy.heading, after],
    leaveEmpty: texts.forms.leaveEmpty,
    countryPrefix: facts.countryPrefix ?? '',
    query: code === DEFAULT_LANGUAGE ? '' : `?language=${code}`,
    privacyPath: `${homePath(code)}privacy`,
    thankYouPath: `${homePath(code)}thank-you`,
  }
}

function carouselTextsOf({ language: { locale }, hero, procedures }: LanguageTexts): CarouselTexts {
  const { label: _label, slides: _slides, position: _position, ...heroControls } = hero
  const { previous, next, pause, play, goTo } = procedures
  return { locale, hero: heroControls, procedures: { previous, next, pause, play, goTo } }
}
