import type { Counted, Counts, Sent } from '../storage/rate-limit/rate-limit-counts.ts'

/** How many clients are counted. Beyond that, the oldest windows are forgotten. */
const MAX_CLIENTS = 5_000

interface Window extends Sent {
  /** In ms, on the monotonic clock of `performance.now()`. */
  endsAt: number
}

/** What each client has sent in its window, counted by this instance only. */
export class InMemoryCounts implements Counts {
  /** Ordered by the start of the windows, which is also the order of their ends. */
  readonly #windows = new Map<string, Window>()

  async add(client: string, sent: Sent, windowSeconds: number): Promise<Counted> {
    const now = performance.now()
    this.#forgetEnded(now)
    const { posts = 0, bytes = 0, endsAt = now + windowSeconds * 1_000 } = this.#windows.get(client) ?? {}
    const sum = { posts: posts + sent.posts, bytes: bytes + sent.bytes }
    this.#windows.set(client, { ...sum, endsAt })
    return { ...sum, millisecondsLeft: endsAt - now }
  }

  #forgetEnded(now: number): void {
    for (const [client, { endsAt }] of this.#windows) {
      if (endsAt > now && this.#windows.size <= MAX_CLIENTS) return
      this.#windows.delete(client)
    }
  }
}
