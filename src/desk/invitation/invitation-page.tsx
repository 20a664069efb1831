import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type InvitationKind, parseAcceptance, type StaffMember } from '../../callback-request/staff-account.ts'
import { TextField } from '../../ui/field.tsx'
import { CallFailed, sendSecret } from '../api.ts'
import { PasswordField } from '../parts/fields.tsx'
import { Form } from '../parts/form.tsx'
import { Loaded } from '../parts/notice.tsx'
import { PlainPage } from '../parts/page.tsx'

type Invitation = Pick<StaffMember, 'email' | 'role' | 'name'> & { kind: InvitationKind }

/** Choosing a password by the link of an invitation or a reset. The link's secret part leaves the address bar at once. */
export function InvitationPage() {
  const { hash, token } = useLocation({ select: ({ hash, state }) => ({ hash, token: state.invitation }) })
  const navigate = useNavigate()
  useEffect(() => {
    // The history entry keeps it, so that the page can be loaded again.
    if (hash) void navigate({ to: '/invitation', replace: true, state: { invitation: hash } })
  }, [hash, navigate])
  if (hash) return null
  return token === undefined ? <InvalidLinkPage /> : <OpenInvitation token={token} />
}

function OpenInvitation({ token }: { token: string }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => sendSecret<Invitation>('POST', '/api/invitations/look', { token }),
    staleTime: Number.POSITIVE_INFINITY,
  })

  async function accept(chosen: { name: string; password: string }) {
    await sendSecret('POST', '/api/invitations/accept', { token, ...chosen })
    queryClient.clear() // of another person who was signed in in this browser
    await navigate({ to: '/', replace: true })
  }

  if (invitation.error instanceof CallFailed && [410, 422].includes(invitation.error.status)) return <InvalidLinkPage />
  return (
    <PlainPage title="Choose your password">
      <Loaded query={invitation}>
        {({ email, role, name, kind }) => (
          <>
            <p>
              {kind === 'reset'
                ? 'A manager has reset your account. Your old password no longer works.'
                : `Welcome! You are invited as a ${role}. Choose how you are called here, and a password.`}
            </p>
            <Form submitLabel="Save and sign in" validate={parseAcceptance} send={accept} explain={explain}>
              {(errors) => (
                <>
                  <TextField label="E-mail" type="email" autoComplete="username" readOnly defaultValue={email} />
                  <TextField
                    name="name"
                    label="Name"
                    hint="As your colleagues know you"
                    autoComplete="name"
                    defaultValue={name}
                    error={errors.name}
                  />
                  <PasswordField kind="new" name="password" label="Password" error={errors.password} />
                </>
              )}
            </Form>
          </>
        )}
      </Loaded>
    </PlainPage>
  )
}

/** The link has been used or has expired meanwhile. */
function explain({ status }: CallFailed) {
  return status === 410
    ? 'This link no longer works. Please ask a manager of your department for a new one.'
    : undefined
}

function InvalidLinkPage() {
  return (
    <PlainPage title="This link no longer works">
      <p>
        A link to choose a password works once and for 24 hours, and a newer link replaces it. It may also have been
        copied incompletely.
      </p>
      <p>Please ask a manager of your department for a new link.</p>
      <p>
        If you have chosen your password already, <Link to="/sign-in">sign in</Link>.
      </p>
    </PlainPage>
  )
}
