import { describeNeeding } from '../testing/needing.ts'
import { hasPostgres } from '../testing/postgres-binaries.ts'
import { newPostgresDatabase } from '../testing/postgres-database.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { describeStore } from './store-suite.ts'

describeStore('SQLite', temporaryDirectory)
describeNeeding({ PostgreSQL: hasPostgres() }, 'Several instances', () => {
  describeStore('PostgreSQL', newPostgresDatabase)
})
