import { hasPostgres } from '../../../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../../../tests/support/database/postgres-database.ts'
import { describeNeeding } from '../../../../tests/support/needing.ts'
import { temporaryDirectory } from '../../../../tests/support/temporary-directory.ts'
import { describeWrongClock } from './wrong-clock-suite.ts'

describeWrongClock('SQLite', temporaryDirectory)
describeNeeding({ PostgreSQL: hasPostgres() }, 'Several instances', () => {
  describeWrongClock('PostgreSQL', newPostgresDatabase)
})
