import type { StaffMember } from '../../callback-request/staff-account.ts'

/** What is asked before an account is changed at once. Whatever ends somebody's work is asked about first. */
export interface Confirmation {
  /** In the menu, and on the button that does it. */
  label: string
  call: 'reset' | 'disable' | 'enable'
  question: string
  explanation: string
}

/** What a manager can do with somebody's account besides changing its name and role. */
export function confirmationsOf({ name, state, hospital: isHospitals }: StaffMember): Confirmation[] {
  const newLink: Confirmation = {
    label: 'Make a new link',
    call: 'reset',
    question: `Make a new link for ${name}?`,
    explanation: 'The older link stops working.',
  }
  const reset: Confirmation = {
    label: 'Reset',
    call: 'reset',
    question: `Reset ${name}?`,
    explanation:
      'The person is signed out at once, and password and second factor are removed. You get a link by which the person chooses a new password.',
  }
  const enable: Confirmation = {
    label: 'Enable',
    call: 'enable',
    question: `Enable ${name}?`,
    explanation: `The person can sign in again ${isHospitals ? 'with the hospital’s account' : 'with the same password'}.`,
  }
  const disable: Confirmation = {
    label: 'Disable',
    call: 'disable',
    question: `Disable ${name}?`,
    explanation: 'The person is signed out at once and cannot sign in until the account is enabled again.',
  }
  // The hospital has the passwords of its accounts.
  const ofPassword = isHospitals ? [] : [state === 'invited' ? newLink : reset]
  return [...ofPassword, state === 'disabled' ? enable : disable]
}
