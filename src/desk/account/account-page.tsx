import { useRef, useState } from 'react'
import { validate } from '../../callback-request/rules.ts'
import { CURRENT_PASSWORD, parsePasswordChange } from '../../callback-request/staff-account.ts'
import { Button } from '../parts/button.tsx'
import { explainWrongPassword, PasswordField } from '../parts/fields.tsx'
import { Form } from '../parts/form.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Email } from '../parts/values.tsx'
import { useMe, useSendSecret } from '../session.ts'
import { SecondFactorSetup } from '../sign-in/second-factor-setup.tsx'
import { ROLE_NAMES } from '../staff/staff-query.ts'
import css from './account-page.module.css'

/** One's own account. */
export function AccountPage() {
  const { name, email, role, hospital: isHospitals } = useMe()
  return (
    <Page title="Account">
      <div className={css.sections}>
        <Section title="You">
          <dl className="facts">
            <dt>Name</dt>
            <dd>
              <bdi>{name}</bdi>
            </dd>
            <dt>E-mail</dt>
            <dd>
              <Email address={email} />
            </dd>
            <dt>Role</dt>
            <dd>{ROLE_NAMES[role]}</dd>
          </dl>
          <p className="quiet">
            {isHospitals
              ? 'You sign in with the hospital’s account. Your name, e-mail address, role, password and second factor are changed there, not here.'
              : role === 'manager'
                ? 'You can change your name on the staff page. Only another manager can change your role.'
                : 'A manager can change your name and your role.'}
          </p>
        </Section>
        {!isHospitals && <ChangePassword />}
        {!isHospitals && <SecondFactor />}
      </div>
    </Page>
  )
}

function ChangePassword() {
  const { email } = useMe()
  const sendSecret = useSendSecret()
  const username = useRef<HTMLInputElement>(null)

  async function change(passwords: { current: string; new: string }) {
    await sendSecret('POST', '/api/me/password', passwords)
    username.current?.form?.reset()
  }

  return (
    <Section title="Password">
      <Form
        submitLabel="Change password"
        done="Your password is changed. You have been signed out everywhere else."
        validate={parsePasswordChange}
        send={change}
        explain={explainWrongPassword('current')}
      >
        {(errors) => (
          <>
            {/* Password managers need it to know whose password this is. */}
            <input ref={username} type="email" name="username" autoComplete="username" defaultValue={email} hidden />
            <PasswordField kind="current" name="current" label="Current password" error={errors.current} />
            <PasswordField kind="new" name="new" label="New password" error={errors.new} />
          </>
        )}
      </Form>
    </Section>
  )
}

/** The second factor, which coordinators may add and remove. After each step the heading has the focus. */
function SecondFactor() {
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
