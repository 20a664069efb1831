import { queryOptions } from '@tanstack/react-query'
import type { StaffMember, StaffRole } from '../../callback-request/staff-account.ts'
import { get } from '../api.ts'

/** The roles as the pages name them. */
export const ROLE_NAMES: Readonly<Record<StaffRole, string>> = { coordinator: 'Coordinator', manager: 'Manager' }

export const staffQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: async ({ signal }) => (await get<{ rows: StaffMember[] }>('/api/staff', signal)).rows,
})
