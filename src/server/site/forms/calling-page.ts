import type { FastifyRequest } from 'fastify'
import { type Campaign, campaignOf } from '../../../callback-request/campaign.ts'
import { ENGLISH, homePath } from '../../../content/site-languages.ts'

/** The campaign in the address of the page that sent a call. Of that address, only the language is kept besides. */
export function campaignOfReferer(referer: string | undefined): Campaign | null {
  const page = referer === undefined ? null : URL.parse(referer)
  return page === null ? null : campaignOf((name) => page.searchParams.get(name))
}

/**
 * The campaign of an HTML form post: from the page's address, or from the hidden fields in which the page that answered
 * a refused post keeps it.
 */
export function campaignOfHtmlFormPost(
  referer: string | undefined,
  fields: Readonly<Record<string, string>>,
): Campaign | null {
  return campaignOfReferer(referer) ?? campaignOf((name) => fields[name])
}

/** The language of the page that made a call, by the page's address. The site's first one where that is not known. */
export function languageOfReferer(referer: string | undefined, languages: readonly string[]): string {
  const path = (referer === undefined ? null : URL.parse(referer))?.pathname ?? '/'
  const [first = ENGLISH, ...others] = languages
  return others.find((code) => path.startsWith(homePath(code, first))) ?? first
}

/**
 * The language of the page from which the browser posted a form: the form's address names it, so that it is known even
 * where the body cannot be read. The site's first one where it names none that the site has.
 */
export function languageOfHtmlFormPost({ query }: FastifyRequest, languages: readonly string[]): string {
  const { language } = query as Record<string, unknown>
  return languages.find((code) => code === language) ?? languages[0] ?? ENGLISH
}
