import { describeNeeding } from '../testing/needing.ts'
import { hasPostgres } from '../testing/postgres-binaries.ts'
import { newPostgresDatabase } from '../testing/postgres-database.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { describeOutbox } from './outbox-suite.ts'

describeOutbox('SQLite', temporaryDirectory)
describeNeeding({ PostgreSQL: hasPostgres() }, 'Several instances', () => {
  describeOutbox('PostgreSQL', newPostgresDatabase)
})
