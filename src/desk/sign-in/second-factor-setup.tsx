import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { encode } from 'uqr'
import { CallFailed, get } from '../api.ts'
import { CopyField } from '../parts/fields.tsx'
import { Loaded } from '../parts/notice.tsx'
import { useRefetchMe, useSendSecret } from '../session.ts'
import { CodeForm } from './code-step.tsx'
import css from './second-factor-setup.module.css'

interface Proposal {
  secret: string
  uri: string
}

/** Sets up the second factor of one's own account: a QR code for an authenticator app, and a code that confirms it. */
export function SecondFactorSetup({ otherButtons }: { otherButtons: ReactNode }) {
  const refetchMe = useRefetchMe()
  const sendSecret = useSendSecret()
  const proposal = useQuery({
    queryKey: ['second-factor'],
    queryFn: async ({ signal }) => {
      try {
        return await get<Proposal>('/api/second-factor', signal)
      } catch (error) {
        if (error instanceof CallFailed && error.status === 409) void refetchMe() // set up in another tab
        throw error
      }
    },
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
            <CopyField label="Key" text={inGroups(secret)} />
          </li>
          <li className="stack">
            <p>Enter the code that the app shows.</p>
            <CodeForm
              submitLabel="Confirm"
              otherButtons={otherButtons}
              send={(value) => sendSecret('POST', '/api/second-factor', value)}
            />
          </li>
        </ol>
      )}
    </Loaded>
  )
}

/** Four letters at a time, which is easier to type. Apps ignore the spaces. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
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
