import { once } from 'node:events'
import { openSqlite } from '../../../src/server/storage/database/open-sqlite.ts'
import { StaffAccounts } from '../../../src/server/storage/staff/staff-accounts.ts'
import { startBuiltServer } from '../built-server.ts'
import { receiverIn } from '../receive.ts'
import { invite, type NewAccount, signInNew } from '../staff-accounts.ts'

const MOVABLE_CLOCK = new URL('movable-clock.ts', import.meta.url).href
/** A journey writes into the store however long the server is busy with it. */
const LOCK_TIMEOUT_MS = 30_000

/** Starts the built server with a desk as `startBuiltServer` does. @param environment what else its configuration says */
export async function startDesk(environment: Record<string, string> = {}) {
  const server = await startBuiltServer({ DESK_PORT: '0', ...environment }, undefined, ['--import', MOVABLE_CLOCK])
  const database = await openSqlite(server.dataDirectory, { lockTimeoutMs: LOCK_TIMEOUT_MS }).catch(
    (error: unknown) => {
      server.child.kill()
      throw error
    },
  )
  const now = () => new Date()
  return {
    address: server.desk,
    /** The public site's, from where requests arrive. */
    site: new URL(server.address),
    /** The desk's store, opened beside the server. */
    database,
    /** Stores a request as the public listener does, received now or so many minutes ago. */
    receive: receiverIn(database, { now }),
    /** Sets how far the server's clock is ahead. */
    setClockAhead: async (ms: number) => {
      const done = once(server.child, 'message')
      server.child.send(ms)
      await done
    },
    /** Makes an account without a password. @returns the path of the link to choose one */
    invite: async (account: NewAccount) => `/invitation#${await invite(new StaffAccounts(database, now), account)}`,
    /** Makes an account with the usual password, and starts a session of it, as `signInNew` does. */
    signInNew: (account: NewAccount) => signInNew(database, now, account),
    stop: async () => {
      await database.destroy()
      await server.stop()
    },
  }
}

/** A running callback desk with a store of its own. */
export type Desk = Omit<Awaited<ReturnType<typeof startDesk>>, 'stop'>
