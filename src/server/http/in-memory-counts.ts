import type { Counted, Counts } from '../storage/rate-limit/rate-limit-counts.ts'

/** How many clients are remembered. With more, those whose windows began first are forgotten. */
const MAX_CLIENTS = 5_000

interface Window {
  posts: number
  bytes: number
  /** On the clock that only goes forward, in ms. */
  endsAt: number
}

/** What each client has sent lately, counted by one instance alone. */
export class InMemoryCounts implements Counts {
  /** In the order in which the windows began, which is the order in which they end. */
  readonly #windows = new Map<string, Window>()

  async add(client: string, sent: { posts: number; bytes: number }, windowSeconds: number): Promise<Counted> {
    const now = performance.now()
    this.#forgetEnded(now)
    const { posts, bytes, endsAt } = this.#windows.get(client) ?? {
      posts: 0,
      bytes: 0,
      endsAt: now + windowSeconds * 1_000,
    }
    const window = { posts: posts + sent.posts, bytes: bytes + sent.bytes, endsAt }
    this.#windows.set(client, window)
    return { posts: window.posts, bytes: window.bytes, millisecondsLeft: endsAt - now }
  }

  #forgetEnded(now: number): void {
    for (const [client, { endsAt }] of this.#windows) {
      if (endsAt > now && this.#windows.size <= MAX_CLIENTS) return
      this.#windows.delete(client)
    }
  }
}
