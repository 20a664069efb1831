import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { StaffMember } from '../../callback-request/staff-account.ts'
import { Button } from '../parts/button.tsx'
import { Records } from '../parts/lists/records.tsx'
import { Menu } from '../parts/menu.tsx'
import { Loaded } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Email, Instant } from '../parts/values.tsx'
import { useMe } from '../session.ts'
import { confirmationsOf } from './account-actions.ts'
import {
  type AccountDialogProps,
  AccountForm,
  ConfirmationDialog,
  LinkDialog,
  type WithLink,
} from './account-dialog.tsx'
import css from './staff-page.module.css'
import { type PasswordLink, ROLE_NAMES, staffQuery } from './staff-query.ts'

const STATES = { enabled: 'Can sign in', disabled: 'Disabled', invited: 'No password yet' } as const

const INVITE_ID = 'invite'

/** The id of an account's menu button. */
const menuButtonOf = ({ id }: StaffMember) => `actions-${id}`

/** All accounts, for managers. */
export function StaffPage() {
  const me = useMe()
  const staff = useQuery(staffQuery)
  // Outside the list, because that changes with the window's width.
  const [dialog, setDialog] = useState<ReactNode>()

  /** @param returnTo the id of the button that gets the focus afterwards */
  function open(returnTo: string, dialogOf: (props: AccountDialogProps & WithLink) => ReactNode) {
    const onClose = () => setDialog(undefined)
    const onLink = (name: string, link: PasswordLink) =>
      setDialog(<LinkDialog returnTo={returnTo} onClose={onClose} name={name} link={link} />)
    setDialog(dialogOf({ returnTo, onClose, onLink }))
  }

  function itemsFor(person: StaffMember) {
    const item = (label: string, dialogOf: Parameters<typeof open>[1]) => ({
      label,
      onSelect: () => open(menuButtonOf(person), dialogOf),
    })
    // The hospital says name and role of its accounts.
    const change = item('Change name or role', (props) => <AccountForm {...props} person={person} />)
    // Whatever ends one's own session is another manager's to do: a link would be lost with the page.
    const confirmations = person.id === me.id ? [] : confirmationsOf(person)
    return [
      ...(person.hospital ? [] : [change]),
      ...confirmations.map((confirmation) =>
        item(confirmation.label, (props) => <ConfirmationDialog {...props} {...{ person, confirmation }} />),
      ),
    ]
  }

  return (
    <Page
      title="Staff"
      actions={
        <Button look="filled" id={INVITE_ID} onClick={() => open(INVITE_ID, (props) => <AccountForm {...props} />)}>
          Invite somebody
        </Button>
      }
    >
      <Loaded query={staff}>
        {(rows) => (
          <Records
            name="Staff"
            tableFrom="64rem"
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
              { header: 'Second factor', cell: secondFactorOf },
              {
                header: 'Last seen',
                cell: ({ last_seen_at: at }) => (at ? <Instant at={at} to="minutes" /> : 'Never'),
              },
              {
                header: 'Actions',
                isAction: true,
                cell: (person) => <AccountMenu person={person} items={itemsFor(person)} />,
              },
            ]}
          />
        )}
      </Loaded>
      {dialog}
    </Page>
  )
}

function secondFactorOf({ second_factor: isSet, hospital: isHospitals }: StaffMember): string {
  if (isHospitals) return 'At the hospital'
  return isSet ? 'Yes' : 'No'
}

function AccountMenu({ person, items }: { person: StaffMember; items: { label: string; onSelect: () => void }[] }) {
  if (items.length === 0) return null
  return (
    <Menu buttonId={menuButtonOf(person)} label={`Actions for ${person.name}`} items={items}>
      Actions
    </Menu>
  )
}
