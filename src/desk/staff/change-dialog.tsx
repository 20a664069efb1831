import { parseStaffChange } from '../../callback-request/staff-account.ts'
import { TextField } from '../../ui/field.tsx'
import { send } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { explainRefusal } from './explain-refusal.ts'
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
  async function change(values: Record<string, string>) {
    await send('PATCH', `/api/staff/${person.id}`, values)
    await onChanged()
  }

  return (
    <Dialog title={`Change ${person.name}`} returnTo={returnTo} onClose={onClose}>
      <Form
        submitLabel="Save"
        otherButtons={
          <Button look="outlined" onClick={onClose}>
            Cancel
          </Button>
        }
        validate={parseStaffChange}
        send={change}
        explain={explainRefusal}
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
                <RoleField defaultValue={person.role} error={errors.role} />
                <p>A new role signs the person out at once.</p>
              </>
            )}
          </>
        )}
      </Form>
    </Dialog>
  )
}
