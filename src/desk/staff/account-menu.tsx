import { Menu } from '../parts/menu.tsx'
import type { StaffMember } from './staff-query.ts'

export type AccountAction = 'change' | 'reset' | 'disable' | 'enable'

/** The id of an account's menu button. */
export function menuButtonOf({ id }: StaffMember): string {
  return `actions-${id}`
}

interface AccountMenuProps {
  person: StaffMember
  isMe: boolean
  onSelect: (action: AccountAction) => void
}

/** What a manager can do with an account. */
export function AccountMenu({ person, isMe, onSelect }: AccountMenuProps) {
  const { name, state, hospital: isHospitals } = person
  // The hospital says name and role of its accounts, and has their passwords.
  const ofPassword = isHospitals ? [] : [state === 'invited' ? NEW_LINK : RESET]
  // Whatever ends one's own session is another manager's to do: a link would be lost with the page.
  const ofOthers = isMe ? [] : [...ofPassword, state === 'disabled' ? ENABLE : DISABLE]
  const actions = [...(isHospitals ? [] : [CHANGE]), ...ofOthers]
  if (actions.length === 0) return null
  return (
    <Menu
      buttonId={menuButtonOf(person)}
      label={`Actions for ${name}`}
      items={actions.map(({ action, label }) => ({ label, onSelect: () => onSelect(action) }))}
    >
      Actions
    </Menu>
  )
}

const CHANGE = { action: 'change', label: 'Change name or role' } as const
const RESET = { action: 'reset', label: 'Reset' } as const
const NEW_LINK = { action: 'reset', label: 'Make a new link' } as const
const DISABLE = { action: 'disable', label: 'Disable' } as const
const ENABLE = { action: 'enable', label: 'Enable' } as const
