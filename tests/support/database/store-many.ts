import { randomUUID } from 'node:crypto'
import type { Database } from '../../../src/server/storage/database/open-database.ts'
import { writeWords } from '../../../src/server/storage/stored-request.ts'
import { APPOINTMENT, SUBMISSION } from '../samples.ts'

const ROWS_PER_INSERT = 500

/** Stores many requests that were received at one instant, faster than receiving them. They have no messages. */
export async function storeMany(
  database: Database,
  count: number,
  changes: { received_at?: string; message?: string; name?: string; email?: string } = {},
): Promise<void> {
  const { start_time: _start, end_time: _end, status: _status, suspected: _suspected, ...columns } = APPOINTMENT
  const rows = Array.from({ length: count }, () => ({
    ...columns,
    reference: randomUUID(),
    received_at: SUBMISSION.receivedAt.toISOString(),
    suspicion: null,
    campaign: null,
    number: columns.phone,
    person: columns.phone,
    ...changes,
  }))
  for (let first = 0; first < count; first += ROWS_PER_INSERT) {
    const some = rows.slice(first, first + ROWS_PER_INSERT)
    await database.transaction().execute(async (transaction) => {
      await transaction.insertInto('callback_requests').values(some).execute()
      await writeWords(transaction, some)
    })
  }
}
