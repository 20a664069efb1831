import type { Selectable } from 'kysely'
import { isolated } from '../callback-request/bidi-isolation.ts'
import { comparableEmail } from '../callback-request/normalized.ts'
import {
  invitationLink,
  parseStaffInvitation,
  STAFF_ROLES,
  type StaffMember,
} from '../callback-request/staff-account.ts'
import { deskOriginOf } from '../server/config/config.ts'
import { COMMAND_LINE } from '../server/storage/audit.ts'
import type { Database } from '../server/storage/database/open-database.ts'
import type { StaffTable } from '../server/storage/database/schema.ts'
import * as accounts from '../server/storage/staff-accounts.ts'
import { accountBy, staffMembers } from '../server/storage/staff-members.ts'
import type { Act } from '../server/storage/write.ts'
import { alignedTable, type Columns } from './aligned-table.ts'
import { type CommandResult, onStore, type Program, type Run, runProgram } from './program.ts'

const NO_ADDRESS = 'Set DESK_URL, or DESK_PORT to another port than 0, as the server has it: links begin with it.'
const NO_PROVIDER = 'Set DESK_OIDC_ISSUER and what belongs to it, as the server has them.'

/** The parameters of an invitation, as lines about them name them. */
const PARAMETERS: Record<string, string> = {
  email: 'EMAIL',
  name: '--name',
  role: `--role (${STAFF_ROLES.join(' or ')})`,
}

const NO_ACCOUNT = 'There is no account with this e-mail address: "list" shows all.'

/** The other refusals are for people, who have an account of their own. */
const REFUSALS: Partial<Record<accounts.StaffRefusal, string>> = {
  unknown: NO_ACCOUNT,
  exists: 'This account exists already: "reset" makes a new link, "enable" enables a disabled account.',
  'last-manager': 'This is the last enabled manager: invite or enable another one first.',
}

const COLUMNS: Columns<StaffMember> = [
  ['Name', ({ name }) => isolated(name)],
  ['E-mail', ({ email }) => isolated(email)],
  ['Role', ({ role }) => role],
  ['State', ({ state }) => state],
  ['Second factor', ({ second_factor, hospital }) => (hospital ? 'hospital' : second_factor ? 'yes' : 'no')],
  ['Last seen (UTC)', ({ last_seen_at }) => last_seen_at?.slice(0, 16).replace('T', ' ') ?? 'never'],
]

/** `npm run desk`. */
export const DESK: Program = {
  name: 'desk',
  commands: [
    {
      usage: 'invite EMAIL --role manager|coordinator [--name N]',
      purpose: 'create an account, and print the link by which the person chooses a password',
      prepare: ({ argument: email, role, name = email.split('@')[0] }) =>
        role === undefined ? undefined : invite({ email, role, name }),
    },
    {
      usage: 'list',
      purpose: 'show all accounts as a table',
      prepare: () =>
        onStore(async (database) => {
          const all = await staffMembers(database)
          const none = 'There are no accounts yet: "invite" creates one.'
          return { text: all.length > 0 ? alignedTable(COLUMNS, all) : none }
        }),
    },
    {
      usage: 'disable EMAIL',
      purpose: 'sign a person out everywhere, and refuse further sign-ins',
      prepare: onAccount(async (act, { id, email }) =>
        resultOf(await accounts.disable(act, id), () => `${email} is disabled and signed out.`),
      ),
    },
    {
      usage: 'enable EMAIL',
      purpose: 'let a disabled account sign in again',
      prepare: onAccount(async (act, { id, email, password_hash, oidc_issuer }) => {
        const next = password_hash === null && oidc_issuer === null ? ', but has no password: "reset" makes a link' : ''
        return resultOf(await accounts.enable(act, id), () => `${email} is enabled${next}.`)
      }),
    },
    {
      usage: 'reset EMAIL',
      purpose:
        'sign a person out everywhere, remove password and second factor, and print a link to choose a new password',
      prepare: (given) =>
        withOrigin((origin) =>
          onAccount(async (act, { id, disabled_at }) => {
            const result = resultOf(await accounts.reset(act, id), linkAt(origin))
            if (disabled_at === null) return result
            return { ...result, warning: 'The link works when the account is enabled again.' }
          })(given),
        ),
    },
    {
      usage: 'connect EMAIL',
      purpose:
        "remove password and second factor, and give the account to whoever signs in next by the hospital's sign-in with this e-mail address",
      prepare: (given) => async (config, output) => {
        const { oidc } = config.desk
        if (oidc === null) return refused(NO_PROVIDER)
        return onAccount(async (act, { id, email }) =>
          resultOf(
            await accounts.connect(act, id, oidc.issuer.href),
            () => `${email} now belongs to the hospital's account that signs in next with this e-mail address.`,
          ),
        )(given)(config, output)
      },
    },
  ],
  notes: `N is the person's name; without it, the part of EMAIL before the @.
A link is valid once, for 24 hours. It begins with DESK_URL, otherwise with http://DESK_HOST:DESK_PORT.`,
}

function invite(given: Record<string, unknown>): Run {
  const typed = parseStaffInvitation(given)
  if (typed.ok) {
    return withOrigin((origin) =>
      onStore(async (database) => resultOf(await accounts.invite(actIn(database), typed.value), linkAt(origin))),
    )
  }
  const [[field = '', message] = []] = Object.entries(typed.errors)
  return async () => ({ warning: `${PARAMETERS[field]}: ${message}.`, exitCode: 2 })
}

const actIn = (database: Database): Act => ({ database, actor: COMMAND_LINE, at: new Date() })

/** For a command whose argument is the e-mail address of an account. */
function onAccount(work: (act: Act, person: Selectable<StaffTable>) => Promise<CommandResult>) {
  return ({ argument }: { argument: string }): Run =>
    onStore(async (database) => {
      const person = await accountBy(database, 'email', comparableEmail(argument))
      return person ? work(actIn(database), person) : refused(NO_ACCOUNT)
    })
}

/** Refuses before anything is changed, where no link could be made. */
function withOrigin(run: (origin: string) => Run): Run {
  return async (config, output) => {
    const origin = deskOriginOf(config.desk)
    return origin === undefined ? refused(NO_ADDRESS) : run(origin)(config, output)
  }
}

const linkAt =
  (origin: string) =>
  ({ token }: accounts.Invitation) =>
    invitationLink(origin, token)

function resultOf<Value>(result: accounts.StaffResult<Value>, textOf: (value: Value) => string): CommandResult {
  return result.ok ? { text: textOf(result.value) } : refused(REFUSALS[result.refusal] ?? result.refusal)
}

/** Standard output has only what was asked for. */
function refused(warning: string): CommandResult {
  return { warning, exitCode: 1 }
}

if (import.meta.main) await runProgram(DESK, process.argv.slice(2), process)
