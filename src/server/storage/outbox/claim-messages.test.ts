import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../../../tests/support/temporary-directory.ts'
import { openDatabase } from '../database/open-database.ts'
import { claimMessages } from './claim-messages.ts'

test('On SQLite a claim reads no messages that are not yet due', async () => {
  const database = await openDatabase(await temporaryDirectory())
  const claim = { lease: 'new', now: new Date(), expiredLeases: ['old'], limit: 10 }
  const { sql, ...query } = claimMessages(database, 'webhook', claim).compile()
  const { rows } = await database.executeQuery<{ detail: string }>({ ...query, sql: `explain query plan ${sql}` })
  await database.destroy()

  const searches = rows.map(({ detail }) => detail).filter((detail) => detail.includes(' outbox_messages '))
  expect(searches.sort()).toEqual([
    'SEARCH outbox_messages USING COVERING INDEX sqlite_autoindex_outbox_messages_1 (id=?)',
    'SEARCH outbox_messages USING INDEX outbox_messages_by_decision (channel=? AND <expr>>?)',
    'SEARCH outbox_messages USING INDEX outbox_messages_in_order (status=? AND channel=? AND due_at<?)',
    'SEARCH outbox_messages USING INDEX outbox_messages_leased (status=? AND channel=? AND lease=?)',
  ])
})
