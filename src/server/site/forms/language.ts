import type { FastifyRequest } from 'fastify'
import { ENGLISH, homePath } from '../../../content/home-path.ts'

/**
 * The language of the page from which the browser posted a form: the form's address names it, so that it is known even
 * where the body cannot be read. The site's first language where it names none that the site has.
 *
 * @param languages the codes of the site's languages in their order
 */
export function languageOfHtmlFormPost({ query }: FastifyRequest, languages: readonly string[]): string {
  const { language } = query as Record<string, unknown>
  return languages.find((code) => code === language) ?? languages[0] ?? ENGLISH
}

/** The language of the page that made a call, by the page's address. The first one where that is not known. */
export function languageOfReferer(referer: string | undefined, languages: readonly string[]): string {
  const path = (referer === undefined ? null : URL.parse(referer))?.pathname ?? '/'
  const [first = ENGLISH, ...others] = languages
  return others.find((code) => path.startsWith(homePath(code, first))) ?? first
}
