import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { useIsMutating } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import css from './dialog.module.css'
import { Form, type FormProps } from './form.tsx'
import { focusHeading } from './page.tsx'
import { changeKey } from './use-change.tsx'
import { useNoKeysBehind } from './use-keys.ts'

interface DialogProps {
  title: string
  onClose: () => void
  /** What gets the focus afterwards; without it, what had it before. When that is gone, the page's heading gets it. */
  returnTo?: RefObject<HTMLElement | null> | undefined
  children: ReactNode
}

/** A modal dialog, open while it is rendered. A press outside does not close it: what was typed would be lost. */
export function Dialog({ onClose, closeLabel = 'Close', children, ...popup }: DialogProps & { closeLabel?: string }) {
  return (
    <BaseDialog.Root open onOpenChange={onClose} disablePointerDismissal>
      <Popup {...popup}>
        {children}
        <div>
          <Button look="outlined" onClick={onClose}>
            {closeLabel}
          </Button>
        </div>
      </Popup>
    </BaseDialog.Root>
  )
}

interface FormDialogProps<Value> extends Omit<DialogProps, 'children'>, FormProps<Value> {
  /** What is asked before something is done. Then the button that does nothing has the focus. */
  question?: ReactNode
  cancelLabel?: string
}

/** A form in a dialog, with a button that closes it without sending. */
export function FormDialog<Value>(props: FormDialogProps<Value>) {
  const { title, onClose, returnTo, question, cancelLabel = 'Cancel', ...form } = props
  const cancel = useRef<HTMLButtonElement>(null)
  const group = useId()
  const isSending = useIsMutating({ mutationKey: changeKey(group) }) > 0

  /** Not while the form is sent: closing would look as if that were stopped. */
  function close() {
    if (!isSending) onClose()
  }

  const { Root } = question ? AlertDialog : BaseDialog
  const cancelButton = (
    <Button look="outlined" ref={cancel} aria-disabled={isSending} onClick={close}>
      {cancelLabel}
    </Button>
  )
  return (
    <Root open onOpenChange={close} disablePointerDismissal>
      <Popup {...{ title, returnTo }} {...(question && { initialFocus: cancel })}>
        {question && (
          <BaseDialog.Description render={<div />} className={`stack ${css.description}`}>
            {question}
          </BaseDialog.Description>
        )}
        <Form {...form} group={group} otherButtons={cancelButton} />
      </Popup>
    </Root>
  )
}

interface PopupProps extends Omit<DialogProps, 'onClose'> {
  initialFocus?: RefObject<HTMLElement | null>
}

function Popup({ title, returnTo, children, ...popup }: PopupProps) {
  const [before] = useState(() => document.activeElement)
  useNoKeysBehind()

  function finalFocus() {
    const target = returnTo?.current ?? before
    if (target instanceof HTMLElement && target.isConnected && target !== document.body) return target
    focusHeading()
    return false
  }

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
