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
