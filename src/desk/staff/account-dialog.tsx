import { useQueryClient } from '@tanstack/react-query'
import type { FieldErrors } from '../../callback-request/rules.ts'
import { send } from '../api.ts'
import { ConfirmDialog } from '../parts/dialog.tsx'
import { useSendSecret } from '../session.ts'
import { type AccountAction, menuButtonOf } from './account-menu.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { OwnPassword, useExplainRefusal } from './own-password.tsx'
import { type PasswordLink, type StaffMember, staffQuery } from './staff-query.ts'

interface AccountDialogProps {
  person: StaffMember
  isMe: boolean
  action: AccountAction
  onClose: () => void
  onLink: (link: PasswordLink) => void
}

/** Carries out what was chosen in an account's menu. Whatever ends somebody's work is asked about first. */
export function AccountDialog({ person, isMe, action, onClose, onLink }: AccountDialogProps) {
  const queryClient = useQueryClient()
  const sendSecret = useSendSecret()
  const explain = useExplainRefusal()
  const returnTo = menuButtonOf(person)
  const { name, state, hospital: isHospitals } = person
  const path = `/api/staff/${person.id}`

  const refetchStaff = () => queryClient.invalidateQueries({ queryKey: staffQuery.queryKey })

  async function done() {
    await refetchStaff()
    onClose()
  }

  async function post(change: 'disable' | 'enable') {
    await send('POST', `${path}/${change}`)
    await done()
  }

  async function reset({ password }: Readonly<Record<string, unknown>>) {
    onLink(await sendSecret<PasswordLink>('POST', `${path}/reset`, { password }))
    void refetchStaff()
  }

  if (action === 'change') return <ChangeDialog {...{ person, isMe, returnTo, onClose }} onChanged={done} />
  const confirmation = { returnTo, onClose, explain }
  const fields = (errors: FieldErrors) => <OwnPassword error={errors.password} />
  if (action === 'disable') {
    return (
      <ConfirmDialog
        {...confirmation}
        title={`Disable ${name}?`}
        confirmLabel="Disable"
        look="danger"
        onConfirm={() => post('disable')}
      >
        <p>The person is signed out at once and cannot sign in until the account is enabled again.</p>
      </ConfirmDialog>
    )
  }
  if (action === 'enable') {
    return (
      <ConfirmDialog {...confirmation} title={`Enable ${name}?`} confirmLabel="Enable" onConfirm={() => post('enable')}>
        <p>The person can sign in again {isHospitals ? 'with the hospital’s account' : 'with the same password'}.</p>
      </ConfirmDialog>
    )
  }
  if (state === 'invited') {
    return (
      <ConfirmDialog
        {...confirmation}
        title={`Make a new link for ${name}?`}
        confirmLabel="Make a new link"
        onConfirm={reset}
        fields={fields}
      >
        <p>The older link stops working.</p>
      </ConfirmDialog>
    )
  }
  return (
    <ConfirmDialog {...confirmation} title={`Reset ${name}?`} confirmLabel="Reset" onConfirm={reset} fields={fields}>
      <p>The person is signed out at once, and password and second factor are removed.</p>
      <p>You get a link by which the person chooses a new password.</p>
    </ConfirmDialog>
  )
}
