import { parsePasswordChange } from '../../callback-request/staff-account.ts'
import { explainWrongPassword, PasswordField } from '../parts/fields.tsx'
import { Form } from '../parts/form.tsx'
import { Section } from '../parts/page.tsx'
import { useMe, useSendSecret } from '../session.ts'

export function ChangePassword() {
  const { email } = useMe()
  const sendSecret = useSendSecret()

  async function change(passwords: { current: string; new: string }) {
    await sendSecret('POST', '/api/me/password', passwords)
    // The button that was pressed keeps the focus.
    document.querySelector<HTMLInputElement>('#current')?.form?.reset()
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
            <input type="email" name="username" autoComplete="username" defaultValue={email} hidden />
            <PasswordField kind="current" name="current" label="Current password" error={errors.current} />
            <PasswordField kind="new" name="new" label="New password" error={errors.new} />
          </>
        )}
      </Form>
    </Section>
  )
}
