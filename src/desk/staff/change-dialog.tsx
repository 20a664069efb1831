import { useState } from 'react'
import type { ValidationResult } from '../../callback-request/rules.ts'
import { parseStaffChange } from '../../callback-request/staff-account.ts'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../parts/dialog.tsx'
import { useSendSecret } from '../session.ts'
import { OwnPassword, useExplainRefusal } from './own-password.tsx'
import { RoleField } from './role-field.tsx'
import type { StaffMember } from './staff-query.ts'

interface ChangeDialogProps {
  person: StaffMember
  isMe: boolean
  returnTo: string
  onClose: () => void
  onChanged: () => Promise<void>
}

/** Changes an account's name and role. */
export function ChangeDialog({ person, isMe, returnTo, onClose, onChanged }: ChangeDialogProps) {
  const sendSecret = useSendSecret()
  const explain = useExplainRefusal()
  const [role, setRole] = useState(person.role)
  const makesManager = role === 'manager' && person.role !== 'manager'

  async function change(values: Record<string, unknown>) {
    await sendSecret('PATCH', `/api/staff/${person.id}`, values)
    await onChanged()
  }

  return (
    <FormDialog
      title={`Change ${person.name}`}
      returnTo={returnTo}
      onClose={onClose}
      submitLabel="Save"
      validate={(typed) => validate(typed, person.role)}
      send={change}
      explain={explain}
    >
      {(errors) => (
        <>
          <TextField
            id="changed-name"
            name="name"
            label="Name"
            autoComplete="off"
            defaultValue={person.name}
            error={errors.name}
          />
          {isMe ? (
            <p>Only another manager can change your role.</p>
          ) : (
            <>
              <RoleField defaultValue={person.role} error={errors.role} onChange={setRole} />
              <p>A new role signs the person out at once.</p>
              {makesManager && <OwnPassword error={errors.password} />}
            </>
          )}
        </>
      )}
    </FormDialog>
  )
}

/** Without a role that stays as it is, and with the own password where it was asked for. */
function validate(
  { role, ...typed }: Record<string, unknown>,
  current: StaffMember['role'],
): ValidationResult<Record<string, unknown>> {
  const result = parseStaffChange(role === current ? typed : { ...typed, role })
  return result.ok ? { ok: true, value: { ...result.value, password: typed.password } } : result
}
