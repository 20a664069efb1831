import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import type { StaffMember } from '../../callback-request/staff-account.ts'
import { Button } from '../parts/button.tsx'
import { Records } from '../parts/lists/records.tsx'
import { Menu } from '../parts/menu.tsx'
import { Loaded } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Email, Instant } from '../parts/values.tsx'
import { useMe } from '../session.ts'
import { type Confirmation, confirmationsOf } from './account-actions.ts'
import { AccountDialog, type AccountDialogProps } from './account-dialog.tsx'
import css from './staff-page.module.css'
import { ROLE_NAMES, staffQuery } from './staff-query.ts'

const STATES = { enabled: 'Can sign in', disabled: 'Disabled', invited: 'No password yet' } as const

/** All accounts, for managers. */
export function StaffPage() {
  const me = useMe()
  const staff = useQuery(staffQuery)
  const inviteButton = useRef<HTMLButtonElement>(null)
  const [dialog, setDialog] = useState<Omit<AccountDialogProps, 'onClose'>>()

  function itemsFor(person: StaffMember) {
    const item = (label: string, confirmation?: Confirmation) => ({
      label,
      onSelect: (returnTo: RefObject<HTMLButtonElement | null>) =>
        setDialog({ returnTo, person, ...(confirmation && { confirmation }) }),
    })
    return [
      // The hospital says name and role of its accounts.
      ...(person.hospital ? [] : [item('Change name or role')]),
      // Whatever ends one's own session is another manager's to do: a link would be lost with the page.
      ...(person.id === me.id ? [] : confirmationsOf(person)).map((asked) => item(asked.label, asked)),
    ]
  }

  return (
    <Page
      title="Staff"
      actions={
        <Button look="filled" ref={inviteButton} onClick={() => setDialog({ returnTo: inviteButton })}>
          Invite somebody
        </Button>
      }
    >
      <Loaded query={staff}>
        {(rows) => (
          <Records
            name="Staff"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                header: 'Name',
                cell: ({ id, name }) => (
                  <>
                    <bdi>{name}</bdi>
                    {id === me.id && <span className={css.you}> (you)</span>}
                  </>
                ),
              },
              { header: 'E-mail', cell: ({ email }) => <Email address={email} /> },
              { header: 'Role', cell: ({ role }) => ROLE_NAMES[role] },
              {
                header: 'State',
                cell: ({ state, hospital: isHospitals }) => (
                  <span className={`oneLine ${css.state}`} data-state={state}>
                    {isHospitals && state === 'enabled' ? 'Hospital’s account' : STATES[state]}
                  </span>
                ),
              },
              {
                header: 'Second factor',
                cell: (row) => (row.hospital ? 'At the hospital' : row.second_factor ? 'Yes' : 'No'),
              },
              {
                header: 'Last seen',
                cell: ({ last_seen_at: at }) => (at ? <Instant at={at} to="minutes" /> : 'Never'),
              },
              {
                header: 'Actions',
                isAction: true,
                cell: (person) => {
                  const items = itemsFor(person)
                  return (
                    items.length > 0 && (
                      <Menu label={`Actions for ${person.name}`} items={items}>
                        Actions
                      </Menu>
                    )
                  )
                },
              },
            ]}
          />
        )}
      </Loaded>
      {dialog && <AccountDialog {...dialog} onClose={() => setDialog(undefined)} />}
    </Page>
  )
}
