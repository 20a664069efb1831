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
    await this.#cleanUp(now)
    const end = new Date(now.getTime() + windowSeconds * 1_000).toISOString()
    const hasEnded = sql`known.window_ends_at <= ${now.toISOString()}`
    const { rows } = await sql<Sent & { window_ends_at: string }>`
      insert into rate_limit_counts as known (client, posts, bytes, window_ends_at)
      values (${client}, ${sent.posts}, ${sent.bytes}, ${end})
      on conflict (client) do update set
        posts = excluded.posts + case when ${hasEnded} then 0 else known.posts end,
        bytes = excluded.bytes + case when ${hasEnded} then 0 else known.bytes end,
        window_ends_at = case when ${hasEnded} then excluded.window_ends_at else known.window_ends_at end
      returning posts, bytes, window_ends_at`.execute(this.#database)
    const { posts, bytes, window_ends_at } = rows[0] as (typeof rows)[0]
    return { posts, bytes, millisecondsLeft: Date.parse(window_ends_at) - now.getTime() }
  }

  async #cleanUp(now: Date): Promise<void> {
    if (now.getTime() - this.#cleanedUpAt < CLEAN_UP_INTERVAL_MS) return
    this.#cleanedUpAt = now.getTime()
    await this.#database.deleteFrom('rate_limit_counts').where('window_ends_at', '<=', now.toISOString()).execute()
  }
}
