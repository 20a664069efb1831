import type { Database } from '../database/open-database.ts'
import { onStore } from '../database/store-unavailable.ts'

/** Whether there is any account, even one whose invitation has not been accepted. @throws StoreUnavailable */
export async function hasStaff(database: Database): Promise<boolean> {
  const row = await onStore(() => database.selectFrom('staff').select('id').limit(1).executeTakeFirst())
  return row !== undefined
}
