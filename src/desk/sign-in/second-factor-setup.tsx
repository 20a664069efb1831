import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { encode } from 'uqr'
import { get } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { CopyField } from '../parts/fields.tsx'
import { Loaded, Notice } from '../parts/notice.tsx'
import { PlainPage } from '../parts/page.tsx'
import { useMe, useSendSecret, useSignOut } from '../session.ts'
import { CodeForm } from './code-form.tsx'
import css from './sign-in.module.css'

/** What a manager without a second factor sees in place of every page. */
export function EnrolmentPage() {
  const { name } = useMe()
  const { signOut, failure } = useSignOut()
  return (
    <PlainPage title="Set up your second factor">
      <p>
        Welcome, <bdi>{name}</bdi>. Managers sign in with a code from their telephone besides their password. You set
        this up once.
      </p>
      <SecondFactorSetup
        otherButtons={
          <Button look="plain" onClick={signOut}>
            Sign out
          </Button>
        }
      />
      <Notice role="alert" tone="error">
        {failure}
      </Notice>
    </PlainPage>
  )
}

interface SecondFactorSetupProps {
  onDone?: () => void
  otherButtons: ReactNode
}

/** Sets up the second factor of one's own account: a QR code for an authenticator app, and a code that confirms it. */
export function SecondFactorSetup({ onDone, otherButtons }: SecondFactorSetupProps) {
  const sendSecret = useSendSecret()
  const proposal = useQuery({
    queryKey: ['second-factor'],
    queryFn: ({ signal }) => get<{ secret: string; uri: string }>('/api/second-factor', signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

  return (
    <Loaded query={proposal}>
      {({ secret, uri }) => (
        <ol className={`stack ${css.steps}`}>
          <li className="stack">
            <p>Open an authenticator app on your telephone, and scan this code with it.</p>
            <QrCode text={uri} label="QR code for your authenticator app" />
          </li>
          <li className="stack">
            <p>If you cannot scan it, enter this key in the app instead:</p>
            {/* Four letters at a time are easier to type. Apps ignore the spaces. */}
            <CopyField label="Key" text={secret.replaceAll(/.{4}(?=.)/g, '$& ')} />
          </li>
          <li className="stack">
            <p>Enter the code that the app shows.</p>
            <CodeForm
              submitLabel="Confirm"
              otherButtons={otherButtons}
              send={(value) => sendSecret('POST', '/api/second-factor', value).then(onDone)}
            />
          </li>
        </ol>
      )}
    </Loaded>
  )
}

/** The empty margin that scanners need, in modules. Source: ISO/IEC 18004. */
const QUIET_ZONE = 4

/** A QR code, drawn as one path. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = useMemo(() => encode(text, { border: QUIET_ZONE }), [text])
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg className={css.qr} viewBox={`0 0 ${size} ${size}`} role="img" shapeRendering="crispEdges">
      <title>{label}</title>
      <path d={path} fill="currentColor" />
    </svg>
  )
}
