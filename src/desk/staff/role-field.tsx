import { isStaffRole, STAFF_ROLES, type StaffRole } from '../../callback-request/staff-account.ts'
import { SelectField } from '../parts/fields.tsx'

/** The roles as the pages name them. */
export const ROLE_NAMES: Readonly<Record<StaffRole, string>> = { coordinator: 'Coordinator', manager: 'Manager' }

const OPTIONS = STAFF_ROLES.map((role) => ({ value: role, label: ROLE_NAMES[role] }))

interface RoleFieldProps {
  defaultValue: StaffRole
  error: string | undefined
  onChange: (role: StaffRole) => void
}

export function RoleField({ defaultValue, error, onChange }: RoleFieldProps) {
  return (
    <SelectField
      id="role"
      name="role"
      label="Role"
      hint="Coordinators call. Managers also look after staff and read the audit log."
      options={OPTIONS}
      defaultValue={defaultValue}
      error={error}
      onChange={({ target }) => isStaffRole(target.value) && onChange(target.value)}
    />
  )
}
