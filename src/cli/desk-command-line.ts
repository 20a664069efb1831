import type { Program } from './program.ts'
import {
  connectAccount,
  disableAccount,
  enableAccount,
  inviteToDesk,
  listAccounts,
  resetAccount,
} from './staff-commands.ts'

/** `npm run desk`. */
export const DESK: Program = {
  name: 'desk',
  commands: [
    {
      usage: 'invite EMAIL --role manager|coordinator [--name N]',
      purpose: 'create an account, and print the link by which the person chooses a password',
      prepare: ({ argument: email, role, name }) => (role === undefined ? undefined : inviteToDesk(email, role, name)),
    },
    {
      usage: 'list',
      purpose: 'show all accounts as a table',
      prepare: () => listAccounts,
    },
    {
      usage: 'disable EMAIL',
      purpose: 'sign a person out everywhere, and refuse further sign-ins',
      prepare: ({ argument }) => disableAccount(argument),
    },
    {
      usage: 'enable EMAIL',
      purpose: 'let a disabled account sign in again',
      prepare: ({ argument }) => enableAccount(argument),
    },
    {
      usage: 'reset EMAIL',
      purpose:
        'sign a person out everywhere, remove password and second factor, and print a link to choose a new password',
      prepare: ({ argument }) => resetAccount(argument),
    },
    {
      usage: 'connect EMAIL',
      purpose:
        "remove password and second factor, and give the account to whoever signs in next by the hospital's sign-in with this e-mail address",
      prepare: ({ argument }) => connectAccount(argument),
    },
  ],
  notes: `N is the person's name; without it, the part of EMAIL before the @.
A link is valid once, for 24 hours. It begins with DESK_URL, otherwise with http://DESK_HOST:DESK_PORT.`,
}
