import { STAFF_ROLES, type StaffRole } from '../../callback-request/staff-account.ts'
import { SelectField } from '../parts/fields/select-field.tsx'
import { ROLE_NAMES } from './role-names.ts'

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
