import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'

/** How often the connection is checked: PostgreSQL does not say that it is gone. */
const CHECK_MS = 500

/** An answer to a check takes this long at most; a connection, new or broken, must not delay notices for longer. */
const ANSWER_MS = 1_500

interface Handlers {
  /** Called after each (re)connection: notices may have been missed. */
  onListening: () => void
  onNotice: (payload: string) => void
  /** Called once for each time that the connection breaks. */
  onFault: (error: unknown) => void
}

/**
 * Hears the notices of a channel of PostgreSQL on a connection of its own, outside the pool. One that breaks, also
 * without a word, is replaced within 2 s once the database can be reached.
 */
export class PostgresListener {
  readonly #url: string
  readonly #channel: string
  readonly #handlers: Handlers
  readonly #closing = new AbortController()

  /** @param channel whose name needs no quotes */
  constructor(url: string, channel: string, handlers: Handlers) {
    this.#url = url
    this.#channel = channel
    this.#handlers = handlers
  }

  async start(): Promise<void> {
    const { signal } = this.#closing
    let isFault = false
    while (!signal.aborted) {
      try {
        await this.#listen(() => {
          isFault = false
        })
      } catch (error) {
        if (!isFault && !signal.aborted) this.#handlers.onFault(error)
        isFault = true
      }
      await delay(CHECK_MS, undefined, { ref: false, signal }).catch(() => {})
    }
  }

  /** Does not wait for PostgreSQL. */
  close(): void {
    this.#closing.abort()
  }

  /** Listens until the connection breaks or this is closed. @throws why it ended */
  async #listen(onListening: () => void): Promise<never> {
    const client = new Client({
      application_name: 'callback-clinic',
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      connectionString: this.#url,
    })
    // A broken connection throws at the next check. Without a listener this event would end the process.
    client.on('error', () => {})
    client.on('notification', ({ payload = '' }) => this.#handlers.onNotice(payload))
    try {
      await client.connect()
      await client.query(`listen ${this.#channel}`)
      onListening()
      this.#handlers.onListening()
      for (;;) {
        await delay(CHECK_MS, undefined, { ref: false, signal: this.#closing.signal })
        await client.query('select 1')
      }
    } finally {
      // Not awaited: on a broken network it never ends.
      client.end().catch(() => {})
    }
  }
}
