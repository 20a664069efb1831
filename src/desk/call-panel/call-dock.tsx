import { useKeys } from '../keys/use-keys.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/dialog.tsx'
import { Notice } from '../parts/notice.tsx'
import { useCurrentCall } from './call-context.tsx'
import css from './call-panel.module.css'
import { CallPanel } from './call-panel.tsx'
import { callControlOf } from './use-call.ts'

/** What belongs to the current call, at the lower edge of the window: the panel, refusals, and what was saved. */
export function CallDock({ now }: { now: Date }) {
  const call = useCurrentCall()
  const { called, early, failure, saved, isBusy } = call
  const canUndo = saved !== undefined && now.getTime() < Date.parse(saved.undoUntil)
  useKeys({ u: canUndo ? call.undo : undefined })
  return (
    <div className={css.dock}>
      <Notice role="status" tone="ok">
        {saved && (
          <span className={css.saved}>
            {saved.words}
            {canUndo && (
              <Button look="plain" onClick={call.undo}>
                Undo
              </Button>
            )}
          </span>
        )}
      </Notice>
      <Notice role="alert" tone="error">
        {failure}
      </Notice>
      {called && (
        <CallPanel
          key={called.id}
          callback={called}
          now={now}
          isBusy={isBusy}
          note={call.note}
          onNote={call.setNote}
          onReport={call.report}
          onHoldAgain={call.holdAgain}
          onStop={call.stop}
        />
      )}
      {early && (
        <ConfirmDialog
          title="Call before the chosen time?"
          confirmLabel="Call now"
          cancelLabel="Wait"
          returnTo={callControlOf(early.id)}
          onClose={call.wait}
          onConfirm={call.callEarly}
          explain={call.explain}
        >
          <p>
            <bdi>{early.name}</bdi> expects the call in the slot <span className={css.slot}>{early.time_slot}</span>,
            which has not begun.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}
