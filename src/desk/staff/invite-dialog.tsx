import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { parseStaffInvitation, type StaffRole } from '../../callback-request/staff-account.ts'
import { TextField } from '../../ui/field.tsx'
import { send } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { explainRefusal } from './explain-refusal.ts'
import { LinkDialog } from './link-dialog.tsx'
import { RoleField } from './role-field.tsx'
import { type PasswordLink, staffQuery } from './staff-query.ts'

interface InviteDialogProps {
  returnTo: string
  onClose: () => void
}

/** Invites somebody, and then shows the link. */
export function InviteDialog({ returnTo, onClose }: InviteDialogProps) {
  const queryClient = useQueryClient()
  const [invited, setInvited] = useState<{ name: string; link: PasswordLink }>()

  async function invite(person: { email: string; name: string; role: StaffRole }) {
    const link = await send<PasswordLink>('POST', '/api/staff/invitations', person)
    setInvited({ name: person.name, link })
    void queryClient.invalidateQueries({ queryKey: staffQuery.queryKey })
  }

  if (invited) return <LinkDialog {...invited} returnTo={returnTo} onClose={onClose} />
  return (
    <Dialog title="Invite somebody" returnTo={returnTo} onClose={onClose}>
      <Form
        submitLabel="Invite"
        otherButtons={
          <Button look="outlined" onClick={onClose}>
            Cancel
          </Button>
        }
        validate={parseStaffInvitation}
        send={invite}
        explain={(failure) => {
          const refusal = explainRefusal(failure)
          return failure.code === 'exists' && refusal ? { email: refusal } : refusal
        }}
      >
        {(errors) => (
          <>
            <TextField
              id="invited-email"
              name="email"
              label="E-mail"
              type="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              error={errors.email}
            />
            <TextField id="invited-name" name="name" label="Name" autoComplete="off" error={errors.name} />
            <RoleField defaultValue="coordinator" error={errors.role} />
          </>
        )}
      </Form>
    </Dialog>
  )
}
