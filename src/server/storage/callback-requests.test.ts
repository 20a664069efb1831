import { hasPostgres } from '../testing/postgres-binaries.ts'
import { newPostgresDatabase } from '../testing/postgres-database.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { describeStore } from './store-suite.ts'

describeStore('SQLite', temporaryDirectory)
if (hasPostgres()) describeStore('PostgreSQL', newPostgresDatabase)
