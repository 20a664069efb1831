import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { groupCommitOf } from '../database/group-commit.ts'
import type { Database } from '../database/open-database.ts'
import { onStore } from '../database/store-unavailable.ts'
import { sha256 } from '../staff/tokens.ts'

/** A ticket is valid this long: 60 s. Source: desk, section 7. */
const VALID_MS = 60_000

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Tickets with which an export is fetched once, by the session that asked for it, from any instance. The filter may
 * contain a name or a number: it is encrypted with the ticket's token, of which the store only has the hash.
 */
export class ExportTickets {
  readonly #database: Database
  readonly #now: () => Date

  constructor(database: Database, now: () => Date) {
    this.#database = database
    this.#now = now
  }

  /** @returns the token. @throws StoreUnavailable */
  async issue(session: string, filter: string): Promise<string> {
    const key = randomBytes(KEY_BYTES)
    const token = key.toString('base64url')
    const now = this.#now()
    const ticket = {
      token_hash: sha256(token),
      session,
      filter: encrypted(filter, key),
      expires_at: new Date(now.getTime() + VALID_MS).toISOString(),
    }
    await onStore(() =>
      groupCommitOf(this.#database).run(async (transaction) => {
        await transaction.deleteFrom('export_tickets').where('expires_at', '<=', now.toISOString()).execute()
        await transaction.insertInto('export_tickets').values(ticket).execute()
      }),
    )
    return token
  }

  /**
   * Uses a ticket up. Undefined when there is none, it has expired, or another session asked for it.
   *
   * @throws StoreUnavailable
   */
  async redeem(session: string, token: string): Promise<string | undefined> {
    const ticket = await onStore(() =>
      groupCommitOf(this.#database).runStatement((database) =>
        database
          .deleteFrom('export_tickets')
          .where('token_hash', '=', sha256(token))
          .where('session', '=', session)
          .where('expires_at', '>', this.#now().toISOString())
          .returning('filter')
          .executeTakeFirst(),
      ),
    )
    return ticket && decrypted(ticket.filter, Buffer.from(token, 'base64url'))
  }
}

function encrypted(text: string, key: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce)
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64')
}

function decrypted(stored: string, key: Buffer): string {
  const bytes = Buffer.from(stored, 'base64')
  const cipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES))
  cipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([cipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), cipher.final()]).toString('utf8')
}
