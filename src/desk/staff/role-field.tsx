import { STAFF_ROLES, type StaffRole } from '../../callback-request/staff-account.ts'
import { ROLE_NAMES } from '../parts/role-names.ts'
import { SelectField } from '../parts/select-field.tsx'

const OPTIONS = STAFF_ROLES.map((role) => ({ value: role, label: ROLE_NAMES[role] }))

export function RoleField({ defaultValue, error }: { defaultValue: StaffRole; error: string | undefined }) {
  return (
    <SelectField
      id="role"
      name="role"
      label="Role"
      hint="Coordinators call. Managers also look after staff and read the audit log."
      options={OPTIONS}
      defaultValue={defaultValue}
      error={error}
    />
  )
}
