import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { parseStaffInvitation, type StaffRole } from '../../callback-request/staff-account.ts'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../parts/dialog.tsx'
import { useSendSecret } from '../session.ts'
import { LinkDialog } from './link-dialog.tsx'
import { OwnPassword, useExplainRefusal } from './own-password.tsx'
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

  const sendSecret = useSendSecret()
  const explain = useExplainRefusal()
  const [role, setRole] = useState<StaffRole>('coordinator')

  async function invite(person: { name: string }) {
    const link = await sendSecret<PasswordLink>('POST', '/api/staff/invitations', person)
    setInvited({ name: person.name, link })
    void queryClient.invalidateQueries({ queryKey: staffQuery.queryKey })
  }

  if (invited) return <LinkDialog {...invited} returnTo={returnTo} onClose={onClose} />
  return (
    <FormDialog
      title="Invite somebody"
      returnTo={returnTo}
      onClose={onClose}
      submitLabel="Invite"
      validate={validate}
      send={invite}
      explain={(failure) => {
        const refusal = explain(failure)
        return failure.code === 'exists' && typeof refusal === 'string' ? { email: refusal } : refusal
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
          <RoleField defaultValue="coordinator" error={errors.role} onChange={setRole} />
          {role === 'manager' && <OwnPassword error={errors.password} />}
        </>
      )}
    </FormDialog>
  )
}

/** With the own password, where it was asked for. */
function validate(typed: Record<string, unknown>) {
  const result = parseStaffInvitation(typed)
  return result.ok ? { ok: true as const, value: { ...result.value, password: typed.password } } : result
}
