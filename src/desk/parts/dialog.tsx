import { AlertDialog as BaseAlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
import type { FieldErrors } from '../../callback-request/rules.ts'
import type { CallFailed } from '../api.ts'
import { Button } from './button.tsx'
import css from './dialog.module.css'
import { Form } from './form.tsx'

interface DialogProps {
  title: string
  onClose: () => void
  /** The id of what gets the focus afterwards: it may be another element by then, in a window of another width. */
  returnTo: string
  children: ReactNode
}

/** A modal dialog, open while it is rendered. A press outside does not close it: what was typed would be lost. */
export function Dialog({ title, onClose, returnTo, children }: DialogProps) {
  return (
    <BaseDialog.Root open onOpenChange={onClose} disablePointerDismissal>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={css.backdrop} />
        <BaseDialog.Popup className={css.popup} finalFocus={() => document.getElementById(returnTo)}>
          <BaseDialog.Title className={css.title}>{title}</BaseDialog.Title>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

interface ConfirmDialogProps extends DialogProps {
  confirmLabel: string
  look?: 'filled' | 'danger'
  cancelLabel?: string
  /** @param values what was typed into the fields */
  onConfirm: (values: Readonly<Record<string, unknown>>) => Promise<void>
  explain: (failure: CallFailed) => string | FieldErrors | undefined
  fields?: (errors: FieldErrors) => ReactNode
}

/** Asks before something is done. The button that does nothing has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    onClose,
    returnTo,
    children,
    confirmLabel,
    look = 'filled',
    cancelLabel = 'Cancel',
    onConfirm,
    explain,
    fields = () => null,
  } = props
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <BaseAlertDialog.Root open onOpenChange={onClose}>
      <BaseAlertDialog.Portal>
        <BaseAlertDialog.Backdrop className={css.backdrop} />
        <BaseAlertDialog.Popup
          className={css.popup}
          initialFocus={cancel}
          finalFocus={() => document.getElementById(returnTo)}
        >
          <BaseAlertDialog.Title className={css.title}>{title}</BaseAlertDialog.Title>
          <BaseAlertDialog.Description render={<div />} className={css.description}>
            {children}
          </BaseAlertDialog.Description>
          <Form
            validate={(values) => ({ ok: true, value: values })}
            send={onConfirm}
            explain={explain}
            submitLabel={confirmLabel}
            look={look}
            otherButtons={
              <Button look="outlined" ref={cancel} onClick={onClose}>
                {cancelLabel}
              </Button>
            }
          >
            {fields}
          </Form>
        </BaseAlertDialog.Popup>
      </BaseAlertDialog.Portal>
    </BaseAlertDialog.Root>
  )
}
