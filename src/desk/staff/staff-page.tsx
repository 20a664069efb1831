import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Instant } from '../parts/instant.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { Records } from '../parts/records.tsx'
import { ROLE_NAMES } from '../parts/role-names.ts'
import { useMe } from '../session.ts'
import { AccountMenu } from './account-menu.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import css from './staff-page.module.css'
import { type StaffMember, staffQuery } from './staff-query.ts'

const STATES = { enabled: 'Can sign in', disabled: 'Disabled', invited: 'Has not chosen a password' } as const

/** All accounts, for managers. */
export function StaffPage() {
  const me = useMe()
  const staff = useQuery(staffQuery)
  const [isInviting, setIsInviting] = useState(false)
  const inviteButton = useRef<HTMLButtonElement>(null)
  return (
    <Page
      title="Staff"
      actions={
        <Button look="filled" ref={inviteButton} onClick={() => setIsInviting(true)}>
          Invite somebody
        </Button>
      }
    >
      {isInviting && <InviteDialog returnTo={inviteButton} onClose={() => setIsInviting(false)} />}
      <Loaded query={staff}>
        {(rows) => (
          <Records
            name="Staff"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { header: 'Name', cell: (person) => <Name person={person} isMe={person.id === me.id} /> },
              { header: 'E-mail', cell: ({ email }) => email },
              { header: 'Role', cell: ({ role }) => ROLE_NAMES[role] },
              {
                header: 'State',
                cell: ({ state }) => (
                  <span className={css.state} data-state={state}>
                    {STATES[state]}
                  </span>
                ),
              },
              { header: 'Second factor', cell: ({ second_factor: isSet }) => (isSet ? 'Yes' : 'No') },
              {
                header: 'Last seen',
                cell: ({ last_seen_at: at }) => (at ? <Instant at={at} to="minutes" /> : 'Never'),
              },
              { header: 'Actions', cell: (person) => <AccountMenu person={person} isMe={person.id === me.id} /> },
            ]}
          />
        )}
      </Loaded>
    </Page>
  )
}

function Name({ person, isMe }: { person: StaffMember; isMe: boolean }) {
  return (
    <>
      <bdi>{person.name}</bdi>
      {isMe && <span className={css.you}> (you)</span>}
    </>
  )
}
