import { type DepartmentDetails, type LanguageTexts, PROCEDURES } from '../schema.ts'
import { ENGLISH } from '../site-languages.ts'
import { DIGIT_MESSAGES, WORDING } from '../wording.ts'
import { placeOf } from './texts.ts'

/**
 * English shows the specification's own words, and may only name a department's own procedures; every other language
 * translates each of them. The messages about digits say 10, in whose place a department has its own number.
 */
export function wordingMistakes(
  code: string,
  { wording }: { wording?: Readonly<Record<string, unknown>> },
  { phoneDigits }: Partial<DepartmentDetails>,
): string[] {
  const place = placeOf(fileOf(code), ['wording'])
  if (code === ENGLISH) {
    const fixed = Object.keys(wording ?? {}).filter((words) => WORDING.includes(words))
    return fixed.map((words) => `${place}, ${words}: should not be here: English shows the specification's own words`)
  }
  if (wording === undefined) {
    const names = WORDING.filter((words) => !PROCEDURES.includes(words)).map((words) => `"${words}"`)
    return [
      `${place}: is missing. It is a group with this language's words for what is fixed in English: copy the group from hi.json of the sample, and translate each text on the right: the procedures, ${names.join(', ')}`,
    ]
  }
  if (!phoneDigits) return []
  return DIGIT_MESSAGES.filter((message) => !/10(?!\d)/.test(String(wording[message] ?? '10'))).map(
    (message) => `${place}, ${message}: should have 10 in it; the page writes your own phoneDigits in its place`,
  )
}

/** Search engines and browsers tell the languages apart by their locales; whoever copies a file has to change its own. */
export function localeMistakes(languages: Readonly<Record<string, LanguageTexts>>): string[] {
  const all = Object.entries(languages).map(([code, { language }]) => ({ code, locale: language.locale }))
  return all.flatMap(({ code, locale }, at) => {
    const place = placeOf(fileOf(code), ['language', 'locale'])
    if (new Intl.Locale(locale).language !== new Intl.Locale(code).language) {
      return [`${place}: "${locale}" is another language than "${code}", the file's name`]
    }
    const other = all.slice(0, at).find((before) => before.locale.toLowerCase() === locale.toLowerCase())
    return other ? [`${place}: "${locale}" is also the locale of ${fileOf(other.code)}`] : []
  })
}

/** Facts that the department tells by language are told in languages that the site has. */
export function byLanguageMistakes(
  facts: Readonly<Record<string, DepartmentDetails['name'] | undefined>>,
  codes: readonly string[],
  file: string,
): string[] {
  const [first = ENGLISH] = codes
  return Object.entries(facts).flatMap(([fact, byLanguage]) => {
    if (!byLanguage) return []
    const needed = byLanguage[first] ? [] : [`${placeOf(file, [fact, first])}: is missing`]
    const others = Object.keys(byLanguage).filter((code) => !codes.includes(code))
    return [...needed, ...others.map((code) => `${placeOf(file, [fact, code])}: ${reasonFor(code)}`)]
  })
}

/** Why the site does not have a language. */
const reasonFor = (code: string) =>
  `the site is not in this language: there is no file ${fileOf(code)}, or languages leaves it out`

const fileOf = (code: string) => `${code}.json`
