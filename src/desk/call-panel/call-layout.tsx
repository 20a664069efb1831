import type { ReactNode } from 'react'
import { useKeys } from '../keys/use-keys.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/dialog.tsx'
import { Notice } from '../parts/notice.tsx'
import { useMe } from '../session.ts'
import css from './call-layout.module.css'
import { CallPanel } from './call-panel.tsx'
import { savedInWords } from './call-words.ts'
import { callControlOf, useCurrentCall } from './use-call.tsx'

/** The width of the window from which there is room for two panes. Source: desk, section 10. */
export const TWO_PANES = '(min-width: 1100px)'

interface CallLayoutProps {
  now: Date
  /** What is in the place of the call panel while nobody is called. */
  about?: ReactNode
  children: ReactNode
}

/**
 * A page with what belongs to the current call: beside it, or in a narrow window over it. That is the panel, what was
 * saved, refusals, and questions.
 */
export function CallLayout({ now, about, children }: CallLayoutProps) {
  const { time_zone: timeZone } = useMe()
  const call = useCurrentCall()
  const { called, early, other, failure } = call
  const saved = call.saved && now.getTime() < Date.parse(call.saved.undoUntil) ? call.saved : undefined
  useKeys({ u: called ? undefined : saved && call.undo })
  return (
    <div className={css.layout} data-in-use={Boolean(called || saved || failure || about) || undefined}>
      <div className={css.content}>{children}</div>
      <div className={css.pane}>
        <Notice role="status" tone="ok">
          {saved && (
            <span className={css.saved}>
              <span>
                Saved for <bdi>{saved.callback.name}</bdi>:{' '}
                {savedInWords(saved.outcome, saved.callback, new Date(saved.at), timeZone)}
              </span>
              <Button look="plain" onClick={call.undo}>
                Undo
              </Button>
              <Button look="plain" onClick={call.closeSaved}>
                Close
              </Button>
            </span>
          )}
        </Notice>
        <Notice role="alert" tone="error">
          {!called && failure}
        </Notice>
        {called ? (
          <CallPanel
            key={called.id}
            callback={called}
            now={now}
            isBusy={call.isBusy}
            failure={failure}
            note={call.note}
            onNote={call.setNote}
            onReport={call.report}
            onHoldAgain={call.holdAgain}
            onStop={call.stop}
          />
        ) : (
          about
        )}
      </div>
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
      {other && called && (
        <ConfirmDialog
          title="Begin another call?"
          confirmLabel="Stop and call"
          cancelLabel="Go on with this call"
          returnTo={callControlOf(called.id)}
          onClose={call.goOn}
          onConfirm={call.callOther}
          explain={call.explain}
        >
          <p>
            Nothing is saved of the call with <bdi>{called.name}</bdi> yet. You can stop it, and call{' '}
            <bdi>{other.name}</bdi>.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}
