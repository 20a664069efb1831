import type { StaffRole } from '../../callback-request/staff-account.ts'

/** The roles as the pages name them. */
export const ROLE_NAMES: Readonly<Record<StaffRole, string>> = { coordinator: 'Coordinator', manager: 'Manager' }
