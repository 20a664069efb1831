import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Loaded } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Records } from '../parts/records.tsx'
import { Email, Instant } from '../parts/values.tsx'
import { useMe } from '../session.ts'
import { AccountDialog } from './account-dialog.tsx'
import { type AccountAction, AccountMenu, menuButtonOf } from './account-menu.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { ROLE_NAMES } from './role-field.tsx'
import css from './staff-page.module.css'
import { type PasswordLink, type StaffMember, staffQuery } from './staff-query.ts'

const STATES = { enabled: 'Can sign in', disabled: 'Disabled', invited: 'No password yet' } as const

/** What the page is about to do, in a dialog. Outside the list, because that changes with the window's width. */
type Task = 'invite' | { person: StaffMember; action: AccountAction } | { person: StaffMember; link: PasswordLink }

/** All accounts, for managers. */
export function StaffPage() {
  const me = useMe()
  const staff = useQuery(staffQuery)
  const [task, setTask] = useState<Task>()
  const close = () => setTask(undefined)
  return (
    <Page
      title="Staff"
      actions={
        <Button look="filled" id="invite" onClick={() => setTask('invite')}>
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
              { header: 'Name', cell: ({ id, name }) => <Name name={name} isMe={id === me.id} /> },
              { header: 'E-mail', cell: ({ email }) => <Email address={email} /> },
              { header: 'Role', cell: ({ role }) => ROLE_NAMES[role] },
              { header: 'State', cell: (person) => <State {...person} /> },
              { header: 'Second factor', cell: secondFactorOf },
              {
                header: 'Last seen',
                cell: ({ last_seen_at: at }) => (at ? <Instant at={at} to="minutes" /> : 'Never'),
              },
              {
                header: 'Actions',
                cell: (person) => (
                  <AccountMenu
                    person={person}
                    isMe={person.id === me.id}
                    onSelect={(action) => setTask({ person, action })}
                  />
                ),
              },
            ]}
          />
        )}
      </Loaded>
      {task === 'invite' && <InviteDialog returnTo="invite" onClose={close} />}
      {typeof task === 'object' && 'action' in task && (
        <AccountDialog
          {...task}
          isMe={task.person.id === me.id}
          onClose={close}
          onLink={(link) => setTask({ person: task.person, link })}
        />
      )}
      {typeof task === 'object' && 'link' in task && (
        <LinkDialog name={task.person.name} link={task.link} returnTo={menuButtonOf(task.person)} onClose={close} />
      )}
    </Page>
  )
}

function Name({ name, isMe }: { name: string; isMe: boolean }) {
  return (
    <>
      <bdi>{name}</bdi>
      {isMe && <span className={css.you}> (you)</span>}
    </>
  )
}

function secondFactorOf({ second_factor: isSet, hospital: isHospitals }: StaffMember): string {
  if (isHospitals) return 'At the hospital'
  return isSet ? 'Yes' : 'No'
}

function State({ state, hospital: isHospitals }: Pick<StaffMember, 'state' | 'hospital'>) {
  return (
    <span className={css.state} data-state={state}>
      {isHospitals && state === 'enabled' ? 'Hospital’s account' : STATES[state]}
    </span>
  )
}
