import { type Campaign, campaignOf } from '../../../callback-request/campaign.ts'

/** Reads the campaign off the address of the page that sent the call. Nothing else of that address is kept. */
export function campaignOfReferer(referer: string | undefined): Campaign | null {
  const page = referer === undefined ? null : URL.parse(referer)
  return page === null ? null : campaignOf((name) => page.searchParams.get(name))
}

/**
 * Reads the campaign of an HTML form post: off the calling page's address, or off the hidden fields by which a form
 * page that was sent back remembers it.
 */
export function campaignOfHtmlFormPost(
  referer: string | undefined,
  fields: Readonly<Record<string, string>>,
): Campaign | null {
  return campaignOfReferer(referer) ?? campaignOf((name) => fields[name])
}
