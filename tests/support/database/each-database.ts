import { describe } from 'vitest'
import { temporaryDirectory } from '../temporary-directory.ts'
import { describeRequiring, testRequiring } from '../test-requirements.ts'
import { hasPostgres } from './postgres-binaries.ts'
import { newPostgresDatabase, sharedPostgresDatabase } from './postgres-database.ts'

/**
 * Tests that every database must pass. Both functions return a location as `openDatabase` takes it: `newStore` of an
 * empty store, `newDatabase` of one without tables.
 */
export function describeOnEachDatabase(
  title: string,
  body: (newStore: () => Promise<string>, newDatabase: () => Promise<string>) => void,
): void {
  describe(`${title} on SQLite`, () => body(temporaryDirectory, temporaryDirectory))
  describeRequiring({ PostgreSQL: hasPostgres() }, `${title} on PostgreSQL`, () =>
    body(sharedPostgresDatabase(), newPostgresDatabase),
  )
}

/** A test that needs PostgreSQL, with an empty database of its own. */
export function testOnPostgres(title: string, body: (location: string) => Promise<void>): void {
  testRequiring({ PostgreSQL: hasPostgres() }, title, async () => body(await newPostgresDatabase()))
}
