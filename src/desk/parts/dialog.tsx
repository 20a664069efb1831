import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import type { FieldErrors } from '../../callback-request/rules.ts'
import { Button } from './button.tsx'
import css from './dialog.module.css'
import { Form, type FormProps } from './form.tsx'

interface DialogProps {
  title: string
  onClose: () => void
  /**
   * The id of what gets the focus afterwards: it may be another element by then, in a window of another width. When it is
   * gone, the page's heading gets it.
   */
  returnTo: string
  children: ReactNode
}

/** A modal dialog, open while it is rendered. A press outside does not close it: what was typed would be lost. */
export function Dialog({ onClose, ...popup }: DialogProps) {
  return (
    <BaseDialog.Root open onOpenChange={onClose} disablePointerDismissal>
      <Popup {...popup} />
    </BaseDialog.Root>
  )
}

/** A form in a dialog, with a button that closes it without sending. */
export function FormDialog<Value>({
  title,
  onClose,
  returnTo,
  ...form
}: Omit<DialogProps, 'children'> & FormProps<Value>) {
  const { send, isSending, close } = useSending(form.send, onClose)
  const cancel = (
    <Button look="outlined" aria-disabled={isSending} onClick={close}>
      Cancel
    </Button>
  )
  return (
    <Dialog {...{ title, returnTo }} onClose={close}>
      <Form {...form} send={send} otherButtons={cancel} />
    </Dialog>
  )
}

/** Keeps a dialog open while its form is sent: closing it would look as if that were stopped. */
function useSending<Value>(send: (value: Value) => Promise<void>, onClose: () => void) {
  const [isSending, setIsSending] = useState(false)
  return {
    isSending,
    send: async (value: Value) => {
      setIsSending(true)
      await send(value).finally(() => setIsSending(false))
    },
    close: () => {
      if (!isSending) onClose()
    },
  }
}

interface ConfirmDialogProps extends DialogProps, Pick<FormProps<never>, 'explain' | 'look'> {
  confirmLabel: string
  cancelLabel?: string
  /** @param values what was typed into the fields */
  onConfirm: (values: Readonly<Record<string, unknown>>) => Promise<void>
  fields?: (errors: FieldErrors) => ReactNode
}

/** Asks before something is done. The button that does nothing has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, onClose, returnTo, children, confirmLabel, cancelLabel = 'Cancel', onConfirm, fields, ...form } = props
  const cancel = useRef<HTMLButtonElement>(null)
  const { send, isSending, close } = useSending(onConfirm, onClose)
  const cancelButton = (
    <Button look="outlined" ref={cancel} aria-disabled={isSending} onClick={close}>
      {cancelLabel}
    </Button>
  )
  return (
    <AlertDialog.Root open onOpenChange={close}>
      <Popup {...{ title, returnTo }} initialFocus={cancel}>
        <BaseDialog.Description render={<div />} className={`stack ${css.description}`}>
          {children}
        </BaseDialog.Description>
        <Form
          {...form}
          validate={(values) => ({ ok: true, value: values })}
          send={send}
          submitLabel={confirmLabel}
          otherButtons={cancelButton}
        >
          {fields}
        </Form>
      </Popup>
    </AlertDialog.Root>
  )
}

interface PopupProps extends Omit<DialogProps, 'onClose'> {
  initialFocus?: RefObject<HTMLElement | null>
}

function Popup({ title, returnTo, children, ...popup }: PopupProps) {
  const finalFocus = () => document.getElementById(returnTo) ?? document.querySelector<HTMLElement>('main h1')
  return (
    <BaseDialog.Portal>
      <BaseDialog.Backdrop className={css.backdrop} />
      <BaseDialog.Popup className={css.popup} {...popup} finalFocus={finalFocus}>
        <BaseDialog.Title className={css.title}>{title}</BaseDialog.Title>
        {children}
      </BaseDialog.Popup>
    </BaseDialog.Portal>
  )
}
