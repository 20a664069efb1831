import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from './storage/database/open-database.ts'

/** Something that ends what it has begun when it is closed. */
interface Closable {
  close(): PromiseLike<unknown>
}

/**
 * How long running requests and deliveries may take to end. Whoever stopped the server is promised that it is gone in
 * 5 s.
 */
const GRACE_MS = 3_000

/** How long the store may take to close; a database that does not answer is left behind. */
const CLOSE_MS = 500

/**
 * On SIGTERM or SIGINT takes no new connections, lets running requests be answered and deliveries end, closes the store
 * and exits with 0. A client that stalls is left behind after the grace. Further signals change nothing: Ctrl-C, and an init
 * system that signals the whole process group, reach the server a second time through npm.
 */
export function stopOnSignals(running: readonly Closable[], database: Database): void {
  let isStopping = false

  async function stop() {
    if (isStopping) return
    isStopping = true
    await Promise.race([Promise.all(running.map((each) => each.close())), delay(GRACE_MS)])
    await Promise.race([database.destroy(), delay(CLOSE_MS)])
    process.exit(0)
  }

  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
