import { receivedBefore } from '../server/retention/retention.ts'
import type { Database } from '../server/storage/database/open-database.ts'
import type { ErasureSubject } from '../server/storage/erasure/erasure-subject.ts'
import type { Erasures } from '../server/storage/erasure/erasures.ts'
import { vacuumErased } from '../server/storage/erasure/vacuum-erased.ts'
import type { Answer } from './outbox-commands.ts'

const NOT_OVERWRITTEN =
  'Another program kept the file busy: what was erased may still be readable in it. Give the same command again.\n'

/** The commands that erase, beside a running server or without one. What they say holds nothing of the person. */
export class ErasureCommands {
  readonly #database: Database
  readonly #erasures: Erasures
  readonly #retentionDays: number

  constructor(database: Database, erasures: Erasures, retentionDays: number) {
    this.#database = database
    this.#erasures = erasures
    this.#retentionDays = retentionDays
  }

  /** @throws StoreUnavailable */
  async erase(subject: ErasureSubject): Promise<Answer> {
    const erased = await this.#erasures.erase(subject)
    if (erased === 0) return this.#overwrite('No such request was found: nothing was erased.\n')
    return this.#overwrite(`${requests(erased)} erased. Mailboxes and the webhook's receiver keep what they got.\n`)
  }

  /**
   * Also erases what is on the erasure list and yet there, as after restoring PostgreSQL.
   *
   * @throws StoreUnavailable
   */
  async purge(now: Date): Promise<Answer> {
    const again = await this.#erasures.finish()
    const erased = await this.#erasures.purge(receivedBefore(now, this.#retentionDays), now)
    const lines = [`${requests(erased)} received over ${this.#retentionDays} days ago erased.`]
    if (again > 0) lines.unshift(`${requests(again)} on the erasure list erased again.`)
    const future = await this.#erasures.latestReceivedAfter(now)
    const warning = `${future} is dated in the future, and others are kept too long for it: docs/operations.md, "A wrong clock".`
    return { ...(await this.#overwrite(`${lines.join('\n')}\n`)), ...(future === undefined ? {} : { warning }) }
  }

  async #overwrite(text: string): Promise<Answer> {
    const isWell = await vacuumErased(this.#database)
    return { text: isWell ? text : text + NOT_OVERWRITTEN, isWell }
  }
}

function requests(count: number): string {
  return count === 1 ? '1 request' : `${count} requests`
}
