import { parsePasswordChange } from '../../callback-request/staff-account.ts'
import { PASSWORD_HINT, PasswordField } from '../parts/fields.tsx'
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
        validate={readChange}
        send={change}
        explain={({ status }) => (status === 401 ? { current: 'This is not your password' } : undefined)}
      >
        {(errors) => (
          <>
            {/* Password managers need it to know whose password this is. */}
            <input type="email" name="username" autoComplete="username" defaultValue={email} hidden />
            <PasswordField
              id="current"
              name="current"
              label="Current password"
              autoComplete="current-password"
              error={errors.current}
            />
            <PasswordField
              id="new"
              name="new"
              label="New password"
              hint={PASSWORD_HINT}
              autoComplete="new-password"
              error={errors.new}
            />
          </>
        )}
      </Form>
    </Section>
  )
}

/** The server answers an empty current password as a wrong one; here it is only missing. */
function readChange(typed: Record<string, unknown>): ReturnType<typeof parsePasswordChange> {
  const result = parsePasswordChange(typed)
  if (typed.current) return result
  return { ok: false, errors: { ...(!result.ok && result.errors), current: 'Please enter your password' } }
}
