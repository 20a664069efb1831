import { parentPort, workerData } from 'node:worker_threads'
import { isPostgres, openDatabase } from '../../../src/server/storage/database/open-database.ts'
import { erasureListIn } from '../../../src/server/storage/erasure/erasure-list.ts'
import { Erasures } from '../../../src/server/storage/erasure/erasures.ts'

/** What one more instance of the server does once a day: purges, and reports how many requests. Run as a worker. */
const { location, before } = workerData
const database = await openDatabase(location)
const erasures = new Erasures(database, isPostgres(database) ? undefined : erasureListIn(location))
const limit = new Date(before)
const erased = await erasures.purge({ received: limit, kept: limit })
await database.destroy()
parentPort?.postMessage(erased)
