import { hasPostgres } from '../../../../tests/support/database/postgres-binaries.ts'
import { sharedPostgresDatabase } from '../../../../tests/support/database/postgres-database.ts'
import { temporaryDirectory } from '../../../../tests/support/temporary-directory.ts'
import { describeRequiring } from '../../../../tests/support/test-requirements.ts'
import { describeErasures } from './erasures.suite.ts'

describeErasures('SQLite', temporaryDirectory)
describeRequiring({ PostgreSQL: hasPostgres() }, 'Several instances', () => {
  describeErasures('PostgreSQL', sharedPostgresDatabase())
})
