import { type RefObject, useState } from 'react'
import type { FieldErrors } from '../../callback-request/rules.ts'
import {
  type PasswordLink,
  parseStaffChange,
  parseStaffInvitation,
  STAFF_ROLES,
  type StaffMember,
} from '../../callback-request/staff-account.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import type { CallFailed } from '../api.ts'
import { Dialog, FormDialog } from '../parts/dialog.tsx'
import { CopyField, explainWrongPassword, PasswordField } from '../parts/fields.tsx'
import { Instant } from '../parts/values.tsx'
import { useMe, useSendSecret } from '../session.ts'
import type { Confirmation } from './account-actions.ts'
import { ROLE_NAMES, staffQuery } from './staff-query.ts'

interface DialogProps {
  returnTo: RefObject<HTMLElement | null>
  onClose: () => void
}

export interface AccountDialogProps extends DialogProps {
  /** Whose account it is; without it, somebody is invited. */
  person?: StaffMember
  /** What is asked before it is done at once; without it, name and role can be changed. */
  confirmation?: Confirmation
}

/** What can be done about an account, and then the link that came of it, which nobody is shown again. */
export function AccountDialog({ person, confirmation, ...dialog }: AccountDialogProps) {
  const { hospital: isHospitals } = useMe()
  const sendSecret = useSendSecret()
  const [made, setMade] = useState<{ name: string; link: PasswordLink }>()

  async function change(method: string, path: string, account: Record<string, unknown>) {
    const answer = await sendSecret<PasswordLink | StaffMember | undefined>(method, `/api/staff/${path}`, account)
    const link = answer && 'url' in answer && answer
    if (link) setMade({ name: person?.name ?? String(account.name), link })
    else dialog.onClose()
  }

  /** What a refusal means, to somebody who may have been asked for the own password. */
  function explain(failure: CallFailed): string | FieldErrors | undefined {
    if (failure.status !== 401) return REFUSALS[failure.code ?? '']
    return isHospitals
      ? 'Please sign out and in again: this needs a sign-in that is not older than ten minutes.'
      : explainWrongPassword('password')(failure)
  }

  if (made) return <LinkDialog {...dialog} {...made} />
  if (!person || !confirmation) return <AccountForm {...dialog} {...{ person, change, explain }} />
  const { label, question = label, call, explanation } = confirmation
  return (
    <FormDialog
      {...dialog}
      title={`${question} ${person.name}?`}
      question={<p>{explanation}</p>}
      submitLabel={label}
      {...(call === 'disable' && { look: 'danger' })}
      send={({ password }: { password?: string }) => change('POST', `${person.id}/${call}`, { password })}
      refetches={[staffQuery.queryKey]}
      explain={explain}
    >
      {(errors) => <OwnPassword error={errors.password} />}
    </FormDialog>
  )
}

const ROLES = STAFF_ROLES.map((role) => ({ value: role, text: ROLE_NAMES[role] }))

interface AccountFormProps extends DialogProps {
  person: StaffMember | undefined
  change: (method: string, path: string, account: Record<string, unknown>) => Promise<void>
  explain: (failure: CallFailed) => string | FieldErrors | undefined
}

/** Invites somebody, or changes the name and the role of an account. */
function AccountForm({ person, change, explain, ...dialog }: AccountFormProps) {
  const me = useMe()
  const [role, setRole] = useState<string>(person?.role ?? 'coordinator')
  const isMe = person?.id === me.id

  return (
    <FormDialog
      {...dialog}
      title={person ? `Change ${person.name}` : 'Invite somebody'}
      submitLabel={person ? 'Save' : 'Invite'}
      validate={(typed) => validate(typed, person)}
      send={(account) => (person ? change('PATCH', person.id, account) : change('POST', 'invitations', account))}
      refetches={[staffQuery.queryKey]}
      explain={explain}
    >
      {(errors) => (
        <>
          {!person && (
            <TextField
              name="email"
              label="E-mail"
              type="email"
              autoComplete="off"
              spellCheck={false}
              error={errors.email}
            />
          )}
          <TextField name="name" label="Name" autoComplete="off" defaultValue={person?.name} error={errors.name} />
          {isMe && <p>Only another manager can change your role.</p>}
          {!isMe && (
            <SelectField
              name="role"
              label="Role"
              hint="Coordinators call. Managers also look after staff and read the audit log."
              options={ROLES}
              defaultValue={role}
              error={errors.role}
              onChange={({ target }) => setRole(target.value)}
            />
          )}
          {person && !isMe && <p>A new role signs the person out at once.</p>}
          {role !== person?.role && <OwnPassword error={errors.password} />}
        </>
      )}
    </FormDialog>
  )
}

/** Without a role that stays as it is, and with the own password where it was asked for. */
function validate({ role, ...typed }: Record<string, unknown>, person: StaffMember | undefined) {
  const account = role === person?.role ? typed : { ...typed, role }
  const result = person ? parseStaffChange(account) : parseStaffInvitation(account)
  return result.ok ? { ok: true as const, value: { ...result.value, password: typed.password } } : result
}

/** Shows a link to choose a password, once. */
function LinkDialog({ name, link, ...dialog }: DialogProps & { name: string; link: PasswordLink }) {
  return (
    <Dialog {...dialog} title={`Send this to ${name}`} closeLabel="Done">
      <div className="stack form">
        <p>
          Send this link yourself, in a way that only this person reads. Whoever opens it first chooses the password.
        </p>
        <CopyField label="Link" text={link.url} />
        <p>
          It works once, until <Instant at={link.expires_at} to="minutes" />. It is not shown again, but you can make a
          new one.
        </p>
      </div>
    </Dialog>
  )
}

/**
 * Asks managers for their own password before something that would outlast their session. Who signs in by the hospital's
 * provider has none.
 */
function OwnPassword({ error }: { error: string | undefined }) {
  const me = useMe()
  if (me.hospital) return null
  return <PasswordField kind="current" name="password" label="Your own password" error={error} />
}

const REFUSALS: Readonly<Record<string, string | FieldErrors>> = {
  yourself: 'You cannot do this to your own account. Another manager can.',
  'last-manager': 'This is the last manager who can sign in. Make somebody else a manager first.',
  hospital: 'This person signs in with the hospital’s account, where name and role are changed.',
  exists: { email: 'There is already an account with this e-mail address.' },
}
