/** The language of the site's address itself. */
export const DEFAULT_LANGUAGE = 'en'

/** Where a language's pages are: `/` for English, such as `/hi/` for another. */
export function homePath(code: string): string {
  return code === DEFAULT_LANGUAGE ? '/' : `/${code}/`
}
