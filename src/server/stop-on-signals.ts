import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from './storage/database/open-database.ts'

/** Something that finishes its running work when it is closed. */
interface Closable {
  close(): PromiseLike<unknown>
}

/** How long running requests and deliveries may take to end. Source: the server must exit within 5 s. */
const GRACE_MS = 4_000

/** How long the store may take to close. The server does not wait longer for a database that does not answer. */
const CLOSE_MS = 500

interface Notice {
  /** Makes `/readyz` fail. */
  announce: () => void
  /** How long load balancers have to see that, before new connections are refused. */
  delaySeconds: number
}

/**
 * On SIGTERM or SIGINT announces the stop, and after the delay accepts no new connections, answers running requests, lets
 * deliveries end, closes the store and exits with 0. It does not wait longer for a client that stalls. Further signals
 * change nothing: with Ctrl-C, or an init system that signals the whole process group, the server gets a second signal
 * through npm.
 */
export function stopOnSignals(
  running: readonly Closable[],
  database: Database,
  { announce, delaySeconds }: Notice,
): void {
  let isStopping = false

  async function stop() {
    if (isStopping) return
    isStopping = true
    announce()
    if (delaySeconds > 0) await delay(1_000 * delaySeconds)
    await Promise.race([Promise.all(running.map((each) => each.close())), delay(GRACE_MS)])
    await Promise.race([database.destroy(), delay(CLOSE_MS)])
    exit()
  }

  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/**
 * Ends the process with 0. While the system resolves a name, an exit would wait for it, with silent DNS servers ten seconds
 * and more. Then the process becomes another one, which ends at once.
 */
function exit(): never {
  const isResolving = process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap')
  if (isResolving) process.execve?.(process.execPath, [process.execPath, '--eval', ''], {})
  process.exit(0)
}
