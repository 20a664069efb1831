import { DEFAULT_LANGUAGE } from '../home-path.ts'
import type { DepartmentDetails, LanguageTexts } from '../schema.ts'
import { placeOf } from './place.ts'

/** Whether a language's file may have this name, such as `hi` or `pt-br`. It becomes the first part of addresses. */
export function isLanguageCode(code: string): boolean {
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/.test(code)) return false
  try {
    return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(code) !== undefined
  } catch {
    return false
  }
}

/** English shows the specification's own words; every other language translates each of them. */
export function wordingMistakes(code: string, texts: object): string[] {
  const place = placeOf(fileOf(code), ['wording'])
  if (code === DEFAULT_LANGUAGE)
    return 'wording' in texts ? [`${place}: should not be here: English shows the specification's own words`] : []
  return 'wording' in texts ? [] : [`${place}: is missing: the specification's words in this language`]
}

/** Search engines and browsers tell the languages apart by their locales. */
export function localeMistakes(languages: Readonly<Record<string, LanguageTexts>>): string[] {
  const all = Object.entries(languages).map(([code, { language }]) => ({ code, locale: language.locale }))
  return all.flatMap(({ code, locale }, at) => {
    const place = placeOf(fileOf(code), ['language', 'locale'])
    const other = all.slice(0, at).find((before) => before.locale.toLowerCase() === locale.toLowerCase())
    if (other) return [`${place}: "${locale}" is also the locale of ${fileOf(other.code)}`]
    if (new Intl.Locale(locale).language === new Intl.Locale(code).language) return []
    return [`${place}: "${locale}" is another language than "${code}", the file's name`]
  })
}

/** Facts that the department tells by language are told in languages that the site has. */
export function byLanguageMistakes(
  { name, hospital, address }: Partial<Pick<DepartmentDetails, 'name' | 'hospital' | 'address'>>,
  codes: readonly string[],
  file: string,
): string[] {
  return Object.entries({ name, hospital, address }).flatMap(([fact, byLanguage]) =>
    Object.keys(byLanguage ?? {})
      .filter((code) => !codes.includes(code))
      .map((code) => `${placeOf(file, [fact, code])}: there is no file ${fileOf(code)}`),
  )
}

const fileOf = (code: string) => `${code}.json`
