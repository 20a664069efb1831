import type { FastifyRequest } from 'fastify'
import { DEFAULT_LANGUAGE, homePath } from '../../../content/home-path.ts'

/**
 * The language of the page from which the browser posted a form: the form's address names it, so that it is known even
 * where the body cannot be read. English where it names none that the site has.
 *
 * @param languages the codes of the site's languages
 */
export function languageOfHtmlFormPost({ query }: FastifyRequest, languages: readonly string[]): string {
  const { language } = query as Record<string, unknown>
  return languages.find((code) => code === language) ?? DEFAULT_LANGUAGE
}

/** The language of the page that made a call, by the page's address. English where that is not known. */
export function languageOfReferer(referer: string | undefined, languages: readonly string[]): string {
  const path = (referer === undefined ? null : URL.parse(referer))?.pathname ?? '/'
  return languages.find((code) => code !== DEFAULT_LANGUAGE && path.startsWith(homePath(code))) ?? DEFAULT_LANGUAGE
}
