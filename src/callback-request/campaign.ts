/** The labels by which a link names its campaign: `utm_source` and so on, without their prefix. */
export const CAMPAIGN_PARTS = ['source', 'medium', 'campaign', 'term', 'content'] as const

/** What brought the visitor: the utm_ values of the page's address, null where it had none. */
export type Campaign = Record<(typeof CAMPAIGN_PARTS)[number], string | null>

/** Longer values are cut: a campaign's name is a label, and anybody can write to the address bar. */
export const MAX_LABEL_CHARACTERS = 100

/**
 * Reads a campaign from named values, such as the parameters of an address. Control characters are removed.
 *
 * @returns null when none of the five has a value
 */
export function campaignOf(read: (name: `utm_${string}`) => string | null | undefined): Campaign | null {
  const labels = CAMPAIGN_PARTS.map((part) => [part, labelOf(read(`utm_${part}`) ?? '')] as const)
  return labels.some(([, label]) => label !== null) ? (Object.fromEntries(labels) as Campaign) : null
}

function labelOf(value: string): string | null {
  const label = [...value.replace(/\p{Cc}/gu, '').trim()].slice(0, MAX_LABEL_CHARACTERS).join('')
  return label === '' ? null : label
}
