import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { send } from '../api.ts'
import { ConfirmDialog } from '../parts/dialog.tsx'
import { Menu } from '../parts/menu.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { explainRefusal } from './explain-refusal.ts'
import { LinkDialog } from './link-dialog.tsx'
import { type PasswordLink, type StaffMember, staffQuery } from './staff-query.ts'

type Action = 'change' | 'reset' | 'disable' | 'enable'

/** What a manager can do with an account. Whatever ends somebody's work is asked about first. */
export function AccountMenu({ person, isMe }: { person: StaffMember; isMe: boolean }) {
  const queryClient = useQueryClient()
  const button = useRef<HTMLButtonElement>(null)
  const [action, setAction] = useState<Action>()
  const [link, setLink] = useState<PasswordLink>()
  const { id, name, state } = person
  const close = () => setAction(undefined)
  const refetchStaff = () => queryClient.invalidateQueries({ queryKey: staffQuery.queryKey })
  const confirmation = { returnTo: button, onClose: close, explain: explainRefusal }

  async function done() {
    await refetchStaff()
    close()
  }

  return (
    <>
      <Menu
        buttonRef={button}
        label={`Actions for ${name}`}
        items={[
          { label: 'Change name or role', onSelect: () => setAction('change') },
          {
            label: state === 'invited' ? 'Make a new link' : 'Reset',
            onSelect: () => setAction('reset'),
          },
          ...(isMe
            ? []
            : state === 'disabled'
              ? [{ label: 'Enable', onSelect: () => setAction('enable') }]
              : [{ label: 'Disable', onSelect: () => setAction('disable') }]),
        ]}
      >
        Actions
      </Menu>
      {action === 'change' && (
        <ChangeDialog person={person} isMe={isMe} returnTo={button} onClose={close} onChanged={done} />
      )}
      {action === 'disable' && (
        <ConfirmDialog
          {...confirmation}
          title={`Disable ${name}?`}
          confirmLabel="Disable"
          onConfirm={async () => {
            await send('POST', `/api/staff/${id}/disable`)
            await done()
          }}
        >
          <p>The person is signed out at once and cannot sign in until the account is enabled again.</p>
        </ConfirmDialog>
      )}
      {action === 'enable' && (
        <ConfirmDialog
          {...confirmation}
          title={`Enable ${name}?`}
          confirmLabel="Enable"
          onConfirm={async () => {
            await send('POST', `/api/staff/${id}/enable`)
            await done()
          }}
        >
          <p>The person can sign in again with the same password.</p>
        </ConfirmDialog>
      )}
      {action === 'reset' && (
        <ConfirmDialog
          {...confirmation}
          title={state === 'invited' ? `Make a new link for ${name}?` : `Reset ${name}?`}
          confirmLabel={state === 'invited' ? 'Make a new link' : 'Reset'}
          onConfirm={async () => {
            setLink(await send<PasswordLink>('POST', `/api/staff/${id}/reset`))
            await done()
          }}
        >
          {state === 'invited' ? (
            <p>The older link stops working.</p>
          ) : (
            <p>
              The person is signed out at once; password and second factor are removed. You get a link by which the
              person chooses a new password.
            </p>
          )}
        </ConfirmDialog>
      )}
      {link && <LinkDialog name={name} link={link} returnTo={button} onClose={() => setLink(undefined)} />}
    </>
  )
}
