import { groupCommitOf } from '../database/group-commit.ts'
import type { Database } from '../database/open-database.ts'
import { deleteExpired } from './staff-sessions.ts'

/**
 * Deletes sessions and links whose time is over, and counts of failed sign-ins whose window has ended.
 *
 * @throws StoreUnavailable
 */
export async function deleteExpiredSignIns(database: Database, now: Date): Promise<void> {
  await groupCommitOf(database).run(async (transaction) => {
    await deleteExpired(transaction, now)
    await transaction.deleteFrom('staff_invitations').where('expires_at', '<=', now.toISOString()).execute()
    await transaction.deleteFrom('sign_in_failures').where('window_ends_at', '<=', now.toISOString()).execute()
  })
}
