import { hasPostgres } from '../../../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase, sharedPostgresDatabase } from '../../../../tests/support/database/postgres-database.ts'
import { temporaryDirectory } from '../../../../tests/support/temporary-directory.ts'
import { describeRequiring } from '../../../../tests/support/test-requirements.ts'
import { describeStore } from './callback-requests.suite.ts'

describeStore('SQLite', temporaryDirectory)
describeRequiring({ PostgreSQL: hasPostgres() }, 'Several instances', () => {
  describeStore('PostgreSQL', sharedPostgresDatabase(), newPostgresDatabase)
})
