import { type Campaign, campaignOf } from '../../../callback-request/campaign.ts'

/** Reads the campaign from the address of the page that sent the call. Of that address, only the language is kept besides (`language.ts`). */
export function campaignOfReferer(referer: string | undefined): Campaign | null {
  const page = referer === undefined ? null : URL.parse(referer)
  return page === null ? null : campaignOf((name) => page.searchParams.get(name))
}

/**
 * Reads the campaign of an HTML form post: from the page's address, or from the hidden fields in which the page that
 * answered a refused post keeps it.
 */
export function campaignOfHtmlFormPost(
  referer: string | undefined,
  fields: Readonly<Record<string, string>>,
): Campaign | null {
  return campaignOfReferer(referer) ?? campaignOf((name) => fields[name])
}
