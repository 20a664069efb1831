import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { parseAcceptance } from '../../callback-request/staff-account.ts'
import { TextField } from '../../ui/field.tsx'
import { CallFailed, sendSecret } from '../api.ts'
import { PASSWORD_HINT, PasswordField } from '../parts/fields.tsx'
import { Form } from '../parts/form.tsx'

interface AcceptanceFormProps {
  email: string
  name: string
  token: string
  /** The link has been used or has expired meanwhile. */
  onGone: () => void
}

export function AcceptanceForm({ email, name, token, onGone }: AcceptanceFormProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()

  async function accept(chosen: { name: string; password: string }) {
    try {
      await sendSecret('POST', '/api/invitations/accept', { token, ...chosen })
    } catch (error) {
      if (error instanceof CallFailed && error.status === 410) onGone()
      throw error
    }
    queryClient.clear() // of another person who was signed in in this browser
    await navigate({ to: '/', replace: true })
  }

  return (
    <Form submitLabel="Save and sign in" validate={parseAcceptance} send={accept}>
      {(errors) => (
        <>
          <TextField id="email" label="E-mail" type="email" autoComplete="username" readOnly defaultValue={email} />
          <TextField
            id="name"
            name="name"
            label="Name"
            hint="As your colleagues know you"
            autoComplete="name"
            defaultValue={name}
            error={errors.name}
          />
          <PasswordField
            id="password"
            name="password"
            label="Password"
            hint={PASSWORD_HINT}
            autoComplete="new-password"
            error={errors.password}
          />
        </>
      )}
    </Form>
  )
}
