import type { StoredRequest } from '../../../src/callback-request/stored-request.ts'
import { startBuiltServer } from '../built-server.ts'
import { storedIn } from '../database/stored-in.ts'

/** A running server of our own, with a store of its own. */
export interface Site {
  address: string
  dataDirectory: string
}

/** Starts the built server as `startBuiltServer` does. */
export const startSite = () => startBuiltServer({})

/** What is on the site's disk for one e-mail address. */
export async function storedFor(email: string, { dataDirectory }: Site): Promise<StoredRequest[]> {
  return (await storedIn(dataDirectory)).filter((request) => request.email === email)
}
