import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { PlainPage } from '../parts/page.tsx'
import { useMe, useSignOut } from '../session.ts'
import { SecondFactorSetup } from './second-factor-setup.tsx'

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
