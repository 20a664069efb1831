import { type ReactNode, useEffect } from 'react'
import type { CallbackRow } from '../../callback-request/calling/callback-row.ts'
import { useKeys } from '../keys/use-keys.ts'
import { Button } from '../parts/button.tsx'
import { FormDialog } from '../parts/dialog.tsx'
import { Notice } from '../parts/notice.tsx'
import { useMe } from '../session.ts'
import { isHeld } from '../worklist/call-control.tsx'
import { dayAndTime } from '../worklist/time-words.ts'
import css from './call-panel.module.css'
import { CallPanel } from './call-panel.tsx'
import { savedInWords } from './call-words.ts'
import { callControlOf, useCurrentCall } from './use-call.tsx'

/** The width of the window from which there is room for two panes. Source: desk, section 10. */
export const TWO_PANES = '(min-width: 1100px)'

/** What is asked before a call. */
const QUESTIONS = {
  early: { title: 'Call before the chosen time?', submitLabel: 'Call now', cancelLabel: 'Wait' },
  other: { title: 'Begin another call?', submitLabel: 'Stop and call', cancelLabel: 'Go on with this call' },
} as const

interface CallLayoutProps {
  now: Date
  /** The person whom the page shows. */
  whom: CallbackRow | null | undefined
  /** What is in the place of the call panel while nobody is called. */
  about?: ReactNode
  children: ReactNode
}

/**
 * A page with what belongs to the current call: beside it, or in a narrow window over it. That is the panel, what was
 * saved, refusals, and questions.
 */
export function CallLayout({ now, whom, about, children }: CallLayoutProps) {
  const { time_zone: timeZone } = useMe()
  const call = useCurrentCall()
  const { called, question, failure, done } = call
  const saved = call.saved && now.getTime() < Date.parse(call.saved.undo_until) ? call.saved : undefined
  useKeys({ u: called ? undefined : saved && call.undo })
  return (
    <div
      className={`stack ${css.layout}`}
      data-in-use={Boolean(called || saved || done || failure || about) || undefined}
    >
      <div className={css.content}>{children}</div>
      <div className={`notPrinted stack ${css.pane}`}>
        <Notice role="status" tone="ok">
          {done && (
            <span className="row">
              <span>
                <bdi>{done.name}</bdi>: {done.what}
              </span>
              <Button look="inline" onClick={call.closeDone}>
                Close
              </Button>
            </span>
          )}
        </Notice>
        <Notice role="status" tone="ok">
          {saved && (
            <span className="row">
              <span>
                Saved for <bdi>{saved.callback.name}</bdi>:{' '}
                {savedInWords(saved.outcome, saved.callback, new Date(saved.attempt.at), timeZone)}
              </span>
              <span className="row">
                <Button look="inline" onClick={call.undo}>
                  Undo
                </Button>
                <Button look="inline" onClick={call.closeSaved}>
                  Close
                </Button>
              </span>
            </span>
          )}
        </Notice>
        <Refusal key={whom?.id} heldUntil={whom && isHeld(whom, now) ? whom.claim?.until : undefined} />
        {called ? <CallPanel key={called.id} callback={called} now={now} /> : about}
      </div>
      {question && (question.because === 'early' || called) && (
        <FormDialog
          {...QUESTIONS[question.because]}
          question={
            question.because === 'early' ? (
              <p>
                <bdi>{question.row.name}</bdi> is to be called from {dayAndTime(question.row.due_from, now, timeZone)}.
              </p>
            ) : (
              <p>
                Nothing is saved of the call with <bdi>{called?.name}</bdi> yet. You can stop it, and call{' '}
                <bdi>{question.row.name}</bdi>.
              </p>
            )
          }
          returnTo={callControlOf((called ?? question.row).id)}
          onClose={call.dropQuestion}
          send={call.callAnyway}
        />
      )}
    </div>
  )
}

/**
 * What was refused about somebody whose call is not open. It goes with the person whom the page shows, and with the hold
 * that was its reason.
 */
function Refusal({ heldUntil }: { heldUntil: string | undefined }) {
  const { called, failure, dropFailure, dropRefusal } = useCurrentCall()
  useEffect(() => dropRefusal, [dropRefusal])
  useEffect(() => (heldUntil === undefined ? undefined : dropRefusal), [heldUntil, dropRefusal])
  return (
    <Notice role="alert" tone="error">
      {failure && (failure.about || !called) && (
        <span className="row">
          <span>
            {failure.about && (
              <>
                <bdi>{failure.about.name}</bdi>:{' '}
              </>
            )}
            {failure.text}
          </span>
          <Button look="inline" onClick={dropFailure}>
            Close
          </Button>
        </span>
      )}
    </Notice>
  )
}
