import { createHmac, randomBytes } from 'node:crypto'

/** How long a text is remembered after it was first sent: 24 h. */
const REMEMBERED_MS = 86_400_000

/** Limits on what is remembered, about 2 MB in all. Beyond them the oldest text is forgotten. */
const MAX_TEXTS = 1_000
const MAX_ADDRESSES = 20

/**
 * Counts from how many client addresses a text was sent. Texts and addresses are kept only as hashes, with a key that
 * exists only in this process, and only in memory: each instance has its own counts, and a restart clears them.
 */
export class DuplicateMessages {
  readonly #key = randomBytes(32)
  readonly #texts = new Map<string, { firstAt: number; addresses: Set<string> }>()

  /**
   * Remembers that a client sent a text.
   *
   * @returns from how many addresses it was sent within a day, including this one; at most 20
   */
  addressesOf(text: string, client: string, now: Date): number {
    const hash = this.#hash(text)
    const known = this.#texts.get(hash)
    const isFresh = known !== undefined && now.getTime() - known.firstAt < REMEMBERED_MS
    const { addresses } = isFresh ? known : this.#remember(hash, now)
    if (addresses.size < MAX_ADDRESSES) addresses.add(this.#hash(client))
    return addresses.size
  }

  #remember(hash: string, now: Date) {
    this.#texts.delete(hash)
    const [first] = this.#texts.keys()
    if (first !== undefined && this.#texts.size >= MAX_TEXTS) this.#texts.delete(first)
    const entry = { firstAt: now.getTime(), addresses: new Set<string>() }
    this.#texts.set(hash, entry)
    return entry
  }

  #hash(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64')
  }
}
