import type { Share } from '../../../callback-request/calling/report.ts'

/** Smaller groups could tell something about one person. Source: desk, section 8. */
export const SMALLEST_GROUP = 5

/** How many callbacks a group has, and how many of them were booked. */
export interface Group {
  name: string
  callbacks: number
  booked: number
}

/**
 * Joins the groups under five into one, which comes last. If that one is itself under five, the next smallest joins it.
 * The others are in the order of their size, then their name.
 */
export function withoutSmallGroups(groups: readonly Group[]): Group[] {
  const kept = groups.filter(({ callbacks }) => callbacks > 0).sort(byBiggest)
  const joined: Group[] = []
  const size = () => joined.reduce((sum, { callbacks }) => sum + callbacks, 0)
  for (let smallest = kept.at(-1); smallest; smallest = kept.at(-1)) {
    const isSmall = smallest.callbacks < SMALLEST_GROUP
    const areTooFew = joined.length > 0 && size() < SMALLEST_GROUP
    if (!isSmall && !areTooFew) break
    joined.push(smallest)
    kept.pop()
  }
  if (joined.length === 0) return kept
  const booked = joined.reduce((sum, group) => sum + group.booked, 0)
  return [...kept, { name: `Others (fewer than ${SMALLEST_GROUP} each)`, callbacks: size(), booked }]
}

function byBiggest(a: Group, b: Group): number {
  return b.callbacks - a.callbacks || (a.name < b.name ? -1 : 1)
}

/** A percentile by nearest rank. Null without values. @param counts how often there is each value */
export function percentile(counts: ReadonlyMap<number, number>, percent: number): number | null {
  const sorted = [...counts].sort(([a], [b]) => a - b)
  const total = sorted.reduce((sum, [, count]) => sum + count, 0)
  const rank = Math.ceil((percent / 100) * total)
  let upTo = 0
  for (const [value, count] of sorted) {
    upTo += count
    if (upTo >= rank) return value
  }
  return null
}

export function shareOf(called: number, of: number): Share {
  return { called, of, share: of < SMALLEST_GROUP ? null : called / of }
}
