import { describeNeeding } from '../testing/needing.ts'
import { hasPostgres } from '../testing/postgres-binaries.ts'
import { newPostgresDatabase } from '../testing/postgres-database.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { describeWrongClock } from './wrong-clock-suite.ts'

describeWrongClock('SQLite', temporaryDirectory)
describeNeeding({ PostgreSQL: hasPostgres() }, 'Several instances', () => {
  describeWrongClock('PostgreSQL', newPostgresDatabase)
})
