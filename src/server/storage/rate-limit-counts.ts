import { sql } from 'kysely'
import type { Database } from './open-database.ts'
import { onStore } from './store-unavailable.ts'

/** How often an instance deletes the counts whose windows have ended. */
const CLEAN_UP_INTERVAL_MS = 60_000

/** How many posts each client has sent lately, counted by all instances together. On PostgreSQL alone. */
export class RateLimitCounts {
  readonly #database: Database
  readonly #now: () => Date
  #cleanedUpAt = 0

  constructor(database: Database, now = () => new Date()) {
    this.#database = database
    this.#now = now
  }

  /**
   * Counts a post: the how-manieth of its client's window it is, and how long that window still lasts. A window begins
   * with a client's first post and lasts this many seconds.
   *
   * @throws StoreUnavailable
   */
  count(client: string, windowSeconds: number): Promise<{ posts: number; millisecondsLeft: number }> {
    const now = this.#now()
    const first = { posts: 1, window_ends_at: new Date(now.getTime() + windowSeconds * 1_000).toISOString() }
    return onStore(async () => {
      await this.#cleanUp(now)
      const counted = await this.#database
        .insertInto('rate_limit_counts')
        .values({ client, ...first })
        .onConflict((conflict) =>
          conflict.column('client').doUpdateSet(({ ref }) => {
            const hasEnded = sql`${ref('rate_limit_counts.window_ends_at')} <= ${now.toISOString()}`
            const oneMore = sql`${ref('rate_limit_counts.posts')} + 1`
            const sameEnd = ref('rate_limit_counts.window_ends_at')
            return {
              posts: sql<number>`case when ${hasEnded} then 1 else ${oneMore} end`,
              window_ends_at: sql<string>`case when ${hasEnded} then ${first.window_ends_at} else ${sameEnd} end`,
            }
          }),
        )
        .returning(['posts', 'window_ends_at'])
        .executeTakeFirstOrThrow()
      return { posts: counted.posts, millisecondsLeft: Date.parse(counted.window_ends_at) - now.getTime() }
    })
  }

  async #cleanUp(now: Date): Promise<void> {
    if (now.getTime() - this.#cleanedUpAt < CLEAN_UP_INTERVAL_MS) return
    this.#cleanedUpAt = now.getTime()
    await this.#database.deleteFrom('rate_limit_counts').where('window_ends_at', '<=', now.toISOString()).execute()
  }
}
