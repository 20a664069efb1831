import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { StaffRole } from '../../callback-request/staff-account.ts'
import { CallFailed, sendSecret } from '../api.ts'
import { Loaded, Loading } from '../parts/notice.tsx'
import { PlainPage } from '../parts/page.tsx'
import { AcceptanceForm } from './acceptance-form.tsx'

interface Invitation {
  email: string
  role: StaffRole
  name: string
  kind: 'invite' | 'reset'
}

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
  const queryKey = ['invitation', token]
  const invitation = useQuery({
    queryKey,
    queryFn: () => sendSecret<Invitation>('POST', '/api/invitations/look', { token }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (invitation.error instanceof CallFailed && [410, 422].includes(invitation.error.status)) return <InvalidLinkPage />
  if (invitation.isPending) return <Loading />
  return (
    <PlainPage title={invitation.data?.kind === 'reset' ? 'Choose a new password' : 'Welcome to the callback desk'}>
      <Loaded query={invitation}>
        {({ email, role, name, kind }) => (
          <>
            <p>
              {kind === 'reset'
                ? 'A manager has reset your account. Your old password no longer works.'
                : `You are invited as a ${role}. Choose how you are called here, and a password.`}
            </p>
            <AcceptanceForm {...{ email, name, token }} onGone={() => queryClient.refetchQueries({ queryKey })} />
          </>
        )}
      </Loaded>
    </PlainPage>
  )
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
