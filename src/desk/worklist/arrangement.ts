import { BUCKETS, type Bucket } from '../../callback-request/calling/buckets.ts'

/** The ids of the callbacks in each bucket, in the order in which they are shown. */
export type Arrangement = Record<Bucket, readonly string[]>

/** The row that must stay in its place. Under a pointer, the rows before it stay too. */
export interface Anchor {
  id: string
  by: 'pointer' | 'focus'
}

/**
 * The rows to show while somebody is about to use one of them: those shown before keep their order, also the ones that
 * are gone; new ones are added where they belong, but under a pointer only below it.
 */
export function holdRows(shown: Arrangement, latest: Arrangement, { id: anchor, by }: Anchor): Arrangement {
  const known = new Set(BUCKETS.flatMap((bucket) => shown[bucket]))
  if (!known.has(anchor)) return latest
  const held = { ...shown }
  const anchorBucket = BUCKETS.findIndex((bucket) => shown[bucket].includes(anchor))
  for (const [number, bucket] of BUCKETS.entries()) {
    const ids = [...shown[bucket]]
    let place = 0
    for (const id of latest[bucket]) {
      if (known.has(id)) {
        place = Math.max(place, ids.indexOf(id) + 1)
        continue
      }
      const isBelow = number > anchorBucket || (number === anchorBucket && place > ids.indexOf(anchor))
      if (by === 'pointer' && !isBelow) continue
      ids.splice(place, 0, id)
      place++
    }
    held[bucket] = ids
  }
  return held
}
