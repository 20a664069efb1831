import { useRef } from 'react'
import { parsePasswordChange } from '../../callback-request/staff-account.ts'
import { explainWrongPassword, PasswordField } from '../parts/fields.tsx'
import { Form } from '../parts/form.tsx'
import { Section } from '../parts/page.tsx'
import { useMe, useSendSecret } from '../session.ts'

export function ChangePassword() {
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
