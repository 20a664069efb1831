import type { Selectable } from 'kysely'
import { isolated } from '../callback-request/bidi-isolation.ts'
import { invitationLink, parseStaffInvitation, STAFF_ROLES } from '../callback-request/staff-account.ts'
import { deskOriginOf } from '../server/config/config.ts'
import { COMMAND_LINE } from '../server/storage/audit/audit-events.ts'
import type { StaffTable } from '../server/storage/database/schema.ts'
import {
  type Invitation,
  StaffAccounts,
  type StaffRefusal,
  type StaffResult,
} from '../server/storage/staff/staff-accounts.ts'
import type { StaffMember } from '../server/storage/staff/staff-members.ts'
import { alignedTable, type Columns } from './aligned-table.ts'
import type { CommandResult } from './command-result.ts'
import { onStore, type Run } from './program.ts'

const NO_ADDRESS = 'Set DESK_URL, or DESK_PORT to another port than 0, as the server has it: links begin with it.'

const NO_PROVIDER = 'Set DESK_OIDC_ISSUER and what belongs to it, as the server has them.'

/** The parameters of an invitation, as lines about them name them. */
const PARAMETERS: Record<string, string> = {
  email: 'EMAIL',
  name: '--name',
  role: `--role (${STAFF_ROLES.join(' or ')})`,
}

const REFUSALS: Record<StaffRefusal, string> = {
  unknown: 'There is no account with this e-mail address: "list" shows all.',
  exists: 'This account exists already: "reset" makes a new link, "enable" enables a disabled account.',
  // Only the page refuses this.
  hospital: "This person signs in by the hospital's account.",
  'last-manager': 'This is the last enabled manager: invite or enable another one first.',
  // For people only: the command line has no account.
  yourself: 'Nobody can do this to their own account.',
  'signed-out': 'This account is disabled.',
}

const COLUMNS: Columns<StaffMember> = [
  ['Name', ({ name }) => isolated(name)],
  ['E-mail', ({ email }) => isolated(email)],
  ['Role', ({ role }) => role],
  ['State', ({ state }) => state],
  ['Second factor', ({ second_factor, hospital }) => (hospital ? 'hospital' : second_factor ? 'yes' : 'no')],
  ['Last seen (UTC)', ({ last_seen_at }) => last_seen_at?.slice(0, 16).replace('T', ' ') ?? 'never'],
]

export const listAccounts: Run = onAccounts(async (accounts) => {
  const all = await accounts.all()
  return { text: all.length > 0 ? alignedTable(COLUMNS, all) : 'There are no accounts yet: "invite" creates one.' }
})

/** @param name by default the part of the e-mail address before the @ */
export function inviteToDesk(email: string, role: string, name = email.split('@')[0]): Run {
  const typed = parseStaffInvitation({ email, role, name })
  if (typed.ok) {
    return withOrigin((origin) =>
      onAccounts(async (accounts) => linkOf(await accounts.invite(typed.value, COMMAND_LINE), origin)),
    )
  }
  const [[field = '', message] = []] = Object.entries(typed.errors)
  return async () => refused(`${PARAMETERS[field]}: ${message}.`)
}

export function disableAccount(email: string): Run {
  return onAccount(email, async (accounts, { id, email }) => {
    const result = await accounts.disable(id, COMMAND_LINE)
    return result.ok ? { text: `${email} is disabled and signed out.` } : refused(REFUSALS[result.refusal])
  })
}

export function enableAccount(email: string): Run {
  return onAccount(email, async (accounts, { id, email, password_hash, oidc_issuer }) => {
    const result = await accounts.enable(id, COMMAND_LINE)
    if (!result.ok) return refused(REFUSALS[result.refusal])
    const next = password_hash === null && oidc_issuer === null ? ', but has no password: "reset" makes a link' : ''
    return { text: `${email} is enabled${next}.` }
  })
}

export function resetAccount(email: string): Run {
  return withOrigin((origin) =>
    onAccount(email, async (accounts, { id, disabled_at }) => {
      const result = linkOf(await accounts.reset(id, COMMAND_LINE), origin)
      return disabled_at === null ? result : { ...result, warning: 'The link works when the account is enabled again.' }
    }),
  )
}

/** Gives an account to whoever signs in next by the hospital's provider with its e-mail address. */
export function connectAccount(email: string): Run {
  return async (config, output) => {
    const { oidc } = config.desk
    if (oidc === null) return refused(NO_PROVIDER)
    return onAccount(email, async (accounts, { id, email }) => {
      const result = await accounts.connect(id, oidc.issuer.href, COMMAND_LINE)
      if (!result.ok) return refused(REFUSALS[result.refusal])
      return { text: `${email} now belongs to the hospital's account that signs in next with this e-mail address.` }
    })(config, output)
  }
}

function onAccounts(work: (accounts: StaffAccounts) => Promise<CommandResult>): Run {
  return onStore((database) => work(new StaffAccounts(database, () => new Date())))
}

function onAccount(
  email: string,
  work: (accounts: StaffAccounts, person: Selectable<StaffTable>) => Promise<CommandResult>,
): Run {
  return onAccounts(async (accounts) => {
    const person = await accounts.byEmail(email)
    return person ? work(accounts, person) : refused(REFUSALS.unknown)
  })
}

/** Refuses before anything is changed, where no link could be made. */
function withOrigin(run: (origin: string) => Run): Run {
  return async (config, output) => {
    const origin = deskOriginOf(config.desk)
    return origin === undefined ? refused(NO_ADDRESS) : run(origin)(config, output)
  }
}

function linkOf(result: StaffResult<Invitation>, origin: string): CommandResult {
  return result.ok ? { text: invitationLink(origin, result.value.token) } : refused(REFUSALS[result.refusal])
}

/** Standard output has only what was asked for. */
function refused(warning: string): CommandResult {
  return { warning, exitCode: 1 }
}
