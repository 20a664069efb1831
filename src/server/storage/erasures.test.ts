import { describeNeeding } from '../testing/needing.ts'
import { hasPostgres } from '../testing/postgres-binaries.ts'
import { newPostgresDatabase } from '../testing/postgres-database.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { describeErasures } from './erasures-suite.ts'

describeErasures('SQLite', temporaryDirectory)
describeNeeding({ PostgreSQL: hasPostgres() }, 'Several instances', () => {
  describeErasures('PostgreSQL', newPostgresDatabase)
})
