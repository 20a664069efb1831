import { useRef, useState } from 'react'
import { validate } from '../../callback-request/rules.ts'
import { CURRENT_PASSWORD } from '../../callback-request/staff-account.ts'
import { Button } from '../parts/button.tsx'
import { explainWrongPassword, PasswordField } from '../parts/fields.tsx'
import { Form } from '../parts/form.tsx'
import { Notice } from '../parts/notice.tsx'
import { Section } from '../parts/page.tsx'
import { useMe, useSendSecret } from '../session.ts'
import { SecondFactorSetup } from '../sign-in/second-factor-setup.tsx'

/** The second factor, which coordinators may add and remove. After each step the heading has the focus. */
export function SecondFactor() {
  const { role, second_factor: hasSecondFactor } = useMe()
  const sendSecret = useSendSecret()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [said, setSaid] = useState('')

  function goOn(said: string, isOpen = false) {
    setIsOpen(isOpen)
    setSaid(said)
    heading.current?.focus()
  }

  async function remove(typed: { password: string }) {
    await sendSecret('DELETE', '/api/second-factor', typed)
    goOn('Your second factor is removed.')
  }

  return (
    <Section title="Second factor" heading={heading}>
      <Notice role="status" tone="ok">
        {said}
      </Notice>
      {!hasSecondFactor && isOpen && (
        <SecondFactorSetup
          onDone={() => goOn('Your second factor is set up.')}
          otherButtons={
            <Button look="plain" onClick={() => goOn('')}>
              Cancel
            </Button>
          }
        />
      )}
      {!hasSecondFactor && !isOpen && (
        <>
          <p>You can protect your account with a code from your telephone besides your password.</p>
          <div>
            <Button look="outlined" onClick={() => goOn('', true)}>
              Set up a second factor
            </Button>
          </div>
        </>
      )}
      {hasSecondFactor && <p>When you sign in, you also enter a code from your authenticator app.</p>}
      {hasSecondFactor && role === 'manager' && (
        <p>Managers cannot remove it. If you lose your telephone, another manager can reset your account.</p>
      )}
      {hasSecondFactor && role === 'coordinator' && (
        <Form
          submitLabel="Remove the second factor"
          validate={(typed) => validate({ password: CURRENT_PASSWORD }, typed)}
          send={remove}
          explain={explainWrongPassword('password')}
        >
          {({ password }) => <PasswordField kind="current" name="password" label="Your password" error={password} />}
        </Form>
      )}
    </Section>
  )
}
