import type { Transaction } from 'kysely'
import type { Database } from '../database/open-database.ts'
import type { Schema } from '../database/schema.ts'
import { sha256 } from '../database/sha256.ts'

/** The disabled webhook endpoints, for all instances and after restarts. An endpoint with a new address is enabled. */
export class DisabledWebhooks {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** @throws StoreUnavailable */
  async isDisabled(url: URL): Promise<boolean> {
    const row = await this.#database
      .selectFrom('closed_webhooks')
      .select('url_hash')
      .where('url_hash', '=', hashOf(url))
      .executeTakeFirst()
    return row !== undefined
  }

  /** @throws StoreUnavailable */
  async disable(url: URL, disabledAt: Date): Promise<void> {
    await this.#database
      .insertInto('closed_webhooks')
      .values({ url_hash: hashOf(url), closed_at: disabledAt.toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** Enables all endpoints again, as a part of a transaction. */
export async function enableWebhooks(transaction: Transaction<Schema>): Promise<void> {
  await transaction.deleteFrom('closed_webhooks').execute()
}

function hashOf(url: URL): string {
  return sha256(url.href)
}
