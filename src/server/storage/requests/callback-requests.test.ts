import { hasPostgres } from '../../../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../../../tests/support/database/postgres-database.ts'
import { describeNeeding } from '../../../../tests/support/needing.ts'
import { temporaryDirectory } from '../../../../tests/support/temporary-directory.ts'
import { describeStore } from './store-suite.ts'

describeStore('SQLite', temporaryDirectory)
describeNeeding({ PostgreSQL: hasPostgres() }, 'Several instances', () => {
  describeStore('PostgreSQL', newPostgresDatabase)
})
