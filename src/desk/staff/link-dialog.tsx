import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { CopyField } from '../parts/fields.tsx'
import form from '../parts/form.module.css'
import { Instant } from '../parts/values.tsx'
import type { PasswordLink } from './staff-query.ts'

interface LinkDialogProps {
  name: string
  link: PasswordLink
  returnTo: string
  onClose: () => void
}

/** Shows a link to choose a password, once. */
export function LinkDialog({ name, link, returnTo, onClose }: LinkDialogProps) {
  return (
    <Dialog title={`Send this to ${name}`} returnTo={returnTo} onClose={onClose}>
      <div className={form.form}>
        <p>
          Send this link yourself, in a way that only this person reads. Whoever opens it first chooses the password.
        </p>
        <CopyField label="Link" text={link.url} />
        <p>
          It works once, until <Instant at={link.expires_at} to="minutes" />. It is not shown again, but you can make a
          new one.
        </p>
        <div>
          <Button look="filled" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
