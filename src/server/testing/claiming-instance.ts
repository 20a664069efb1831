import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '../storage/open-database.ts'
import { Outbox } from '../storage/outbox.ts'

/** What one more instance of the server does: claims messages until there are none. Run as a worker. */
const database = await openDatabase(workerData.location)
const outbox = new Outbox(database)
const ids: string[] = []
for (;;) {
  const messages = await outbox.claim('webhook', { now: new Date(), expiredLeases: [], limit: 3 })
  if (messages.length === 0) break
  ids.push(...messages.map(({ id }) => id))
  await delay(1) // the others get their turn
}
await database.destroy()
parentPort?.postMessage(ids)
