import type { Counted, Sent } from '../storage/limits.ts'
import type { SentCounts, SentLimit } from './rate-limit.ts'

/** How many clients are counted. Beyond that, the oldest windows are forgotten. */
const MAX_CLIENTS = 5_000

interface Window extends Sent {
  /** In ms, on the monotonic clock of `performance.now()`. */
  endsAt: number
}

/** What each client has sent in its window, counted by this instance only. */
export class InMemoryCounts implements SentCounts {
  /** Ordered by the start of the windows, which is also the order of their ends. */
  readonly #windows = new Map<string, Window>()

  async add(client: string, sent: Sent, limit: SentLimit): Promise<Counted> {
    const now = performance.now()
    this.#forgetEnded(now)
    const known = this.#windows.get(client) ?? { posts: 0, bytes: 0, endsAt: now + limit.windowSeconds * 1_000 }
    const sum = { ...known, posts: known.posts + sent.posts, bytes: known.bytes + sent.bytes }
    this.#windows.set(client, sum)
    if (sum.posts <= limit.posts && sum.bytes <= limit.bytes) return { ok: true }
    return { ok: false, retryAfterSeconds: Math.ceil((sum.endsAt - now) / 1_000) }
  }

  #forgetEnded(now: number): void {
    for (const [client, { endsAt }] of this.#windows) {
      if (endsAt > now && this.#windows.size <= MAX_CLIENTS) return
      this.#windows.delete(client)
    }
  }
}
