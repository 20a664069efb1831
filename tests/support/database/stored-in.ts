import type { StoredRequest } from '../../../src/callback-request/stored-request.ts'
import { CallbackRequests } from '../../../src/server/storage/callback-requests.ts'
import { openDatabase } from '../../../src/server/storage/database/open-database.ts'

/** All requests of a store, at a location as `openDatabase` takes it. */
export async function storedIn(location: string): Promise<StoredRequest[]> {
  const database = await openDatabase(location)
  const all = await Array.fromAsync(new CallbackRequests(database).all())
  await database.destroy()
  return all
}
