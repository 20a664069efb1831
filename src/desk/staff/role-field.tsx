import { isStaffRole, STAFF_ROLES, type StaffRole } from '../../callback-request/staff-account.ts'
import { SelectField } from '../parts/fields/select-field.tsx'
import { ROLE_NAMES } from './role-names.ts'

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
