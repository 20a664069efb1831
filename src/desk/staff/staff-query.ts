import { queryOptions } from '@tanstack/react-query'
import type { StaffMember, StaffRole } from '../../callback-request/staff-account.ts'
import { get } from '../api.ts'

/** The roles as the pages name them. */
export const ROLE_NAMES: Readonly<Record<StaffRole, string>> = { coordinator: 'Coordinator', manager: 'Manager' }

/** A link to choose a password, which nobody is shown again. */
export interface PasswordLink {
  url: string
  /** UTC, ISO 8601. */
  expires_at: string
}

export const staffQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: async ({ signal }) => (await get<{ rows: StaffMember[] }>('/api/staff', signal)).rows,
})
