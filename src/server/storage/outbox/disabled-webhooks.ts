import { createHash } from 'node:crypto'
import type { Database } from '../database/open-database.ts'
import { onStore } from '../database/store-unavailable.ts'

/** Which webhook endpoints are switched off, for all instances and over restarts. An address that changes is on. */
export class DisabledWebhooks {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** @throws StoreUnavailable */
  async isClosed(url: URL): Promise<boolean> {
    const row = await onStore(() =>
      this.#database
        .selectFrom('closed_webhooks')
        .select('url_hash')
        .where('url_hash', '=', hashOf(url))
        .executeTakeFirst(),
    )
    return row !== undefined
  }

  /** @throws StoreUnavailable */
  async close(url: URL, closedAt: Date): Promise<void> {
    await onStore(() =>
      this.#database
        .insertInto('closed_webhooks')
        .values({ url_hash: hashOf(url), closed_at: closedAt.toISOString() })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
  }

  /**
   * Switches every endpoint on again.
   *
   * @throws StoreUnavailable
   */
  async reopen(): Promise<void> {
    await onStore(() => this.#database.deleteFrom('closed_webhooks').execute())
  }
}

function hashOf(url: URL): string {
  return createHash('sha256').update(url.href).digest('hex')
}
