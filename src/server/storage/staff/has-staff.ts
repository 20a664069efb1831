import type { Database } from '../database/open-database.ts'

/**
 * Whether there is any account that is not disabled, even one whose invitation has not been accepted.
 *
 * @throws StoreUnavailable
 */
export async function hasStaff(database: Database): Promise<boolean> {
  const enabled = database.selectFrom('staff').select('id').where('disabled_at', 'is', null)
  const row = await enabled.limit(1).executeTakeFirst()
  return row !== undefined
}
