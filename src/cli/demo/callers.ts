/**
 * The invented coordinators who made the calls. Their accounts are disabled and have no password, so that nobody can
 * sign in as one of them.
 */
export const CALLERS: readonly [Caller, ...Caller[]] = [
  { id: '00000000-0000-4000-8000-000000000001', name: 'Asha Rao', email: 'asha.rao@demo.example' },
  { id: '00000000-0000-4000-8000-000000000002', name: 'Daniel Mensah', email: 'daniel.mensah@demo.example' },
  { id: '00000000-0000-4000-8000-000000000003', name: 'मीरा जोशी', email: 'meera.joshi@demo.example' },
]

interface Caller {
  id: string
  name: string
  email: string
}
