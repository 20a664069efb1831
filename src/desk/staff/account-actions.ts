import type { StaffMember } from '../../callback-request/staff-account.ts'

/** What is asked before an account is changed at once. Whatever ends somebody's work is asked about first. */
export interface Confirmation {
  /** In the menu, and on the button that does it. */
  label: string
  /** Before the person's name, where the label does not ask. */
  question?: string
  call: 'reset' | 'disable' | 'enable'
  explanation: string
}

const NEW_LINK: Confirmation = {
  label: 'Make a new link',
  question: 'Make a new link for',
  call: 'reset',
  explanation: 'The older link stops working.',
}
const RESET: Confirmation = {
  label: 'Reset',
  call: 'reset',
  explanation:
    'The person is signed out at once, and password and second factor are removed. You get a link by which the person chooses a new password.',
}
const ENABLE: Confirmation = {
  label: 'Enable',
  call: 'enable',
  explanation: 'The person can sign in again, as before.',
}
const DISABLE: Confirmation = {
  label: 'Disable',
  call: 'disable',
  explanation: 'The person is signed out at once and cannot sign in until the account is enabled again.',
}

/** What a manager can do with somebody's account besides changing its name and role. */
export function confirmationsOf({ state, hospital }: StaffMember): Confirmation[] {
  // The hospital has the passwords of its accounts.
  const ofPassword = hospital ? [] : [state === 'invited' ? NEW_LINK : RESET]
  return [...ofPassword, state === 'disabled' ? ENABLE : DISABLE]
}
