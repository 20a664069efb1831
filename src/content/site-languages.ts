/** The language that shows the specification's own words. */
export const ENGLISH = 'en'

/**
 * Where a language's pages are: `/` for the site's first language, such as `/hi/` for another.
 *
 * @param first the code of the site's first language
 */
export function homePath(code: string, first: string | undefined): string {
  return code === first ? '/' : `/${code}/`
}

/** The site's languages in their order: as the department names them, or English and then the others by their codes. */
export function languagesOf(
  { languages }: { languages?: readonly string[] | undefined },
  codes: readonly string[],
): string[] {
  if (languages) return [...new Set(languages)]
  return [ENGLISH, ...codes.filter((code) => code !== ENGLISH).sort()]
}

/** Whether a language's file may have this name, such as `hi` or `pt-br`. It becomes the first part of addresses. */
export function isLanguageCode(code: string): boolean {
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/.test(code)) return false
  try {
    return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(code) !== undefined
  } catch {
    return false
  }
}
