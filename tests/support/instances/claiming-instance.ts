import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '../../../src/server/storage/database/open-database.ts'
import { OutboxMessages } from '../../../src/server/storage/outbox/outbox-messages.ts'

/**
 * What one more instance of the server does: reports when it is ready, and at a signal claims messages until
 * there are none. Run as a worker.
 */
const database = await openDatabase(workerData.location)
const outbox = new OutboxMessages(database)
const ids: string[] = []
if (parentPort) {
  parentPort.postMessage('ready')
  await once(parentPort, 'message')
  for (;;) {
    const messages = await outbox.claim('webhook', { now: new Date(), expiredLeases: [], limit: 3 })
    if (messages.length === 0) break
    ids.push(...messages.map(({ id }) => id))
    await setImmediate() // the others get their turn
  }
  await database.destroy()
  parentPort.postMessage(ids)
  parentPort.close()
}
