import { sql } from 'kysely'
import type { Database } from '../database/open-database.ts'

/** How often an instance deletes the counts whose windows have ended. */
const CLEAN_UP_INTERVAL_MS = 60_000

export interface Sent {
  posts: number
  bytes: number
}

/** What a client has sent in its window so far. */
export interface Counted extends Sent {
  /** How long the window still lasts. More than 0. */
  millisecondsLeft: number
}

/** Counts what each client sends. */
export interface Counts {
  /**
   * Adds posts and bytes to what a client has sent in its window, and returns the sums. A window begins with the first
   * post and lasts this many seconds.
   *
   * @throws StoreUnavailable
   */
  add(client: string, sent: Sent, windowSeconds: number): Promise<Counted>
}

/** What each client has sent recently, counted by all instances together. Only on PostgreSQL. */
export class RateLimitCounts implements Counts {
  readonly #database: Database
  readonly #now: () => Date
  #cleanedUpAt = 0

  constructor(database: Database, now = () => new Date()) {
    this.#database = database
    this.#now = now
  }

  async add(client: string, sent: Sent, windowSeconds: number): Promise<Counted> {
    const now = this.#now()
    const first = { ...sent, window_ends_at: new Date(now.getTime() + windowSeconds * 1_000).toISOString() }
    await this.#cleanUp(now)
    const counted = await this.#database
      .insertInto('rate_limit_counts')
      .values({ client, ...first })
      .onConflict((conflict) =>
        conflict.column('client').doUpdateSet(({ ref }) => {
          const hasEnded = sql`${ref('rate_limit_counts.window_ends_at')} <= ${now.toISOString()}`
          const sum = (column: 'posts' | 'bytes') => {
            const added = ref(`excluded.${column}`)
            return sql<number>`case when ${hasEnded} then ${added} else ${ref(`rate_limit_counts.${column}`)} + ${added} end`
          }
          const sameEnd = ref('rate_limit_counts.window_ends_at')
          return {
            posts: sum('posts'),
            bytes: sum('bytes'),
            window_ends_at: sql<string>`case when ${hasEnded} then ${first.window_ends_at} else ${sameEnd} end`,
          }
        }),
      )
      .returning(['posts', 'bytes', 'window_ends_at'])
      .executeTakeFirstOrThrow()
    const { posts, bytes } = counted
    return { posts, bytes, millisecondsLeft: Date.parse(counted.window_ends_at) - now.getTime() }
  }

  async #cleanUp(now: Date): Promise<void> {
    if (now.getTime() - this.#cleanedUpAt < CLEAN_UP_INTERVAL_MS) return
    this.#cleanedUpAt = now.getTime()
    await this.#database.deleteFrom('rate_limit_counts').where('window_ends_at', '<=', now.toISOString()).execute()
  }
}
