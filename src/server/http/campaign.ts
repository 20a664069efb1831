import { CAMPAIGN_PARTS, type Campaign } from '../storage/requests/stored-request-row.ts'

/** Longer values are cut: a campaign's name is a label, and the address bar is anybody's to write. */
const MAX_CHARACTERS = 100

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

function campaignOf(read: (name: `utm_${string}`) => string | null | undefined): Campaign | null {
  const parts = CAMPAIGN_PARTS.map((part) => [part, labelOf(read(`utm_${part}`) ?? '')] as const)
  return parts.some(([, label]) => label !== null) ? (Object.fromEntries(parts) as Campaign) : null
}

function labelOf(value: string): string | null {
  const label = [...value.replace(/\p{Cc}/gu, '').trim()].slice(0, MAX_CHARACTERS).join('')
  return label === '' ? null : label
}
