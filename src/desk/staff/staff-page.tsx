import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Records } from '../parts/lists/records.tsx'
import { Menu } from '../parts/menu.tsx'
import { Loaded } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Email, Instant } from '../parts/values.tsx'
import { useMe } from '../session.ts'
import { type Confirmation, confirmationsOf } from './account-actions.ts'
import { AccountForm, ConfirmationDialog, LinkDialog } from './account-dialog.tsx'
import css from './staff-page.module.css'
import { type PasswordLink, ROLE_NAMES, type StaffMember, staffQuery } from './staff-query.ts'

const STATES = { enabled: 'Can sign in', disabled: 'Disabled', invited: 'No password yet' } as const

const INVITE_ID = 'invite'

/** The id of an account's menu button. */
const menuButtonOf = ({ id }: StaffMember) => `actions-${id}`

/** What the page is about to do, in a dialog. Outside the list, because that changes with the window's width. */
type Task = { returnTo: string } & (
  | { kind: 'invite' }
  | { kind: 'change'; person: StaffMember }
  | { kind: 'confirm'; person: StaffMember; confirmation: Confirmation }
  | { kind: 'link'; name: string; link: PasswordLink }
)

/** All accounts, for managers. */
export function StaffPage() {
  const me = useMe()
  const staff = useQuery(staffQuery)
  const [task, setTask] = useState<Task>()

  function itemsFor(person: StaffMember) {
    const returnTo = menuButtonOf(person)
    // The hospital says name and role of its accounts.
    const change = { label: 'Change name or role', onSelect: () => setTask({ kind: 'change', person, returnTo }) }
    // Whatever ends one's own session is another manager's to do: a link would be lost with the page.
    const confirmations = person.id === me.id ? [] : confirmationsOf(person)
    return [
      ...(person.hospital ? [] : [change]),
      ...confirmations.map((confirmation) => ({
        label: confirmation.label,
        onSelect: () => setTask({ kind: 'confirm', person, confirmation, returnTo }),
      })),
    ]
  }

  return (
    <Page
      title="Staff"
      actions={
        <Button look="filled" id={INVITE_ID} onClick={() => setTask({ kind: 'invite', returnTo: INVITE_ID })}>
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
                  <span className={css.state} data-state={state}>
                    {isHospitals && state === 'enabled' ? 'Hospital’s account' : STATES[state]}
                  </span>
                ),
              },
              { header: 'Second factor', cell: secondFactorOf },
              {
                header: 'Last seen',
                cell: ({ last_seen_at: at }) => (at ? <Instant at={at} to="minutes" /> : 'Never'),
              },
              { header: 'Actions', cell: (person) => <AccountMenu person={person} items={itemsFor(person)} /> },
            ]}
          />
        )}
      </Loaded>
      {task && <TaskDialog task={task} onTask={setTask} />}
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

function TaskDialog({ task, onTask }: { task: Task; onTask: (task?: Task) => void }) {
  const { returnTo } = task
  const dialog = {
    returnTo,
    onClose: () => onTask(),
    onLink: (name: string, link: PasswordLink) => onTask({ kind: 'link', name, link, returnTo }),
  }
  switch (task.kind) {
    case 'invite':
      return <AccountForm {...dialog} />
    case 'change':
      return <AccountForm {...dialog} person={task.person} />
    case 'confirm':
      return <ConfirmationDialog {...dialog} person={task.person} confirmation={task.confirmation} />
    case 'link':
      return <LinkDialog returnTo={returnTo} onClose={dialog.onClose} name={task.name} link={task.link} />
  }
}
