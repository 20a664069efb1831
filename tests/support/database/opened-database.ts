import { onTestFinished } from 'vitest'
import { type Database, openDatabase } from '../../../src/server/storage/database/open-database.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

/** Opens a store, by default an empty one of SQLite's, until the test has finished. @param location as `openDatabase` takes it */
export async function openedDatabase(location?: string): Promise<Database> {
  const database = await openDatabase(location ?? (await temporaryDirectory()))
  onTestFinished(() => database.destroy())
  return database
}
