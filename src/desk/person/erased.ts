/** What is stored of a number. */
export interface ErasureCounts {
  requests: number
  callbacks: number
  notes: number
  tries: number
  messages: number
  /** Of the requests, the newest first. */
  references: string[]
}

/** What was erased, and whether nothing of it can be read in the files any more. */
export type Erased = ErasureCounts & { overwritten: boolean }

const SINGULARS = {
  requests: 'request',
  callbacks: 'callback',
  notes: 'note',
  tries: 'call',
  messages: 'message about them',
} as const

/** Such as "2 requests, 1 callback and 3 calls". */
export function countsInWords(counts: ErasureCounts): string {
  const parts = (['requests', 'callbacks', 'tries', 'notes', 'messages'] as const)
    .filter((name) => name === 'requests' || counts[name] > 0)
    .map((name) => {
      const singular = SINGULARS[name]
      return counts[name] === 1 ? `1 ${singular}` : `${counts[name]} ${singular.replace(/^\w+/, '$&s')}`
    })
  return new Intl.ListFormat('en-GB').format(parts)
}
