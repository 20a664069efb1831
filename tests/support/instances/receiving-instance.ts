import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '../../../src/server/storage/database/open-database.ts'
import { CallbackRequests } from '../../../src/server/storage/requests/callback-requests.ts'
import { DETAILS, SUBMISSION } from '../samples.ts'

/** What one more instance of the server does: opens the store and takes ten copies of one call. Run as a worker. */
const database = await openDatabase(workerData.location)
const requests = new CallbackRequests(database)
const references: string[] = []
for (let copy = 0; copy < 10; copy++) {
  const result = await requests.receive(DETAILS, { ...SUBMISSION, idempotencyKey: 'key-1' })
  if (result.ok) references.push(result.reference)
}
await database.destroy()
parentPort?.postMessage(references)
