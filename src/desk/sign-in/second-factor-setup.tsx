import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CallFailed, get } from '../api.ts'
import { CopyField } from '../parts/fields.tsx'
import { Form } from '../parts/form.tsx'
import { Loaded } from '../parts/notice.tsx'
import { useRefetchMe, useSendSecret } from '../session.ts'
import { CodeField, readCode, WRONG_CODE } from './code-field.tsx'
import { QrCode } from './qr-code.tsx'
import css from './second-factor-setup.module.css'

interface Proposal {
  secret: string
  uri: string
}

/** Sets up the second factor of one's own account: a QR code for an authenticator app, and a code that confirms it. */
export function SecondFactorSetup({ otherButtons }: { otherButtons?: ReactNode }) {
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
        <div className={css.setup}>
          <ol className={css.steps}>
            <li>
              <p>Open an authenticator app on your telephone, and scan this code with it.</p>
              <QrCode text={uri} label="QR code for your authenticator app" />
            </li>
            <li>
              <p>If you cannot scan it, enter this key in the app instead:</p>
              <CopyField label="Key" text={inGroups(secret)} />
            </li>
            <li>
              <p>Enter the code that the app shows.</p>
              <Form
                submitLabel="Confirm"
                otherButtons={otherButtons}
                validate={readCode}
                send={(value) => sendSecret('POST', '/api/second-factor', value)}
                explain={({ status }) => (status === 401 ? { code: WRONG_CODE } : undefined)}
              >
                {(errors) => <CodeField error={errors.code} />}
              </Form>
            </li>
          </ol>
        </div>
      )}
    </Loaded>
  )
}

/** Four letters at a time, which is easier to type. Apps ignore the spaces. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}
