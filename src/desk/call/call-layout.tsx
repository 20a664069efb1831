import { type ComponentProps, type ReactNode, useRef } from 'react'
import { dayAndTime } from '../../callback-request/calling/time-words.ts'
import { Button } from '../parts/button.tsx'
import { useClock } from '../parts/clock.tsx'
import { FormDialog } from '../parts/dialog.tsx'
import { Notice } from '../parts/notice.tsx'
import { focusHeading } from '../parts/page.tsx'
import { useKeys } from '../parts/use-keys.ts'
import css from './call.module.css'
import { CallPanel } from './call-panel.tsx'
import { explainCallRefusal, savedInWords } from './call-words.ts'
import { useCurrentCall, useKnownCall } from './use-call.tsx'

/** What is asked before a call. */
const QUESTIONS = {
  early: { title: 'Call before the chosen time?', submitLabel: 'Call now', cancelLabel: 'Wait' },
  other: { title: 'Begin another call?', submitLabel: 'Stop and call', cancelLabel: 'Go on with this call' },
} as const

interface CallLayoutProps {
  /** What is in the place of the call panel while nobody is called. */
  about?: ReactNode
  /** In a narrow window, pane or panel stand in the place of the list. */
  isSheet?: boolean
  children: ReactNode
}

/** A page with what belongs to the current call: the panel, what was saved, refusals, and questions. */
export function CallLayout({ about, isSheet, children }: CallLayoutProps) {
  const { now, timeZone } = useClock()
  const { open, question, refusal, said, ...call } = useCurrentCall()
  const saved = call.saved && now.getTime() < Date.parse(call.saved.undo_until) ? call.saved : undefined
  const known = useKnownCall()
  const isErased = open !== undefined && known?.hold.is === 'erased'
  const number = useRef<HTMLAnchorElement>(null)
  useKeys({ u: open ? undefined : saved && call.undoSaved })

  return (
    <div
      className={`stack ${css.layout}`}
      data-in-use={Boolean(open || saved || said || refusal || about) || undefined}
      data-sheet={isSheet === undefined ? undefined : isSheet ? 'open' : 'closed'}
    >
      <div className={css.content}>{children}</div>
      <div className={`notPrinted stack ${css.pane}`}>
        <Closable role="status" tone="ok" onClose={() => call.drop('said')}>
          {said && (
            <>
              <bdi>{said.name}</bdi>: {said.what}
            </>
          )}
        </Closable>
        <Closable
          role="status"
          tone="ok"
          button={
            <Button look="inline" aria-keyshortcuts="u" onClick={call.undoSaved}>
              Undo
            </Button>
          }
          onClose={() => call.drop('saved')}
        >
          {saved && (
            <>
              Saved for <bdi>{saved.callback.name}</bdi>:{' '}
              {savedInWords(saved.outcome, saved.callback, new Date(saved.attempt.at), timeZone)}
            </>
          )}
        </Closable>
        <Closable role="alert" tone="error" onClose={() => call.drop('refusal')}>
          {refusal?.about && (
            <>
              <bdi>{refusal.about.name}</bdi>: {explainCallRefusal(refusal.failure, timeZone)}
            </>
          )}
        </Closable>
        <Closable role="alert" tone="error" onClose={() => open && call.forget(open.row.id)}>
          {isErased && 'This callback was erased meanwhile. Nobody can call or save anything.'}
        </Closable>
        {open && known && !isErased ? <CallPanel key={open.row.id} {...{ open, known, number }} /> : !open && about}
      </div>
      {question && (question.because === 'early' || !isErased) && (
        <FormDialog
          {...QUESTIONS[question.because]}
          question={
            question.because === 'early' ? (
              <p>
                <bdi>{question.row.name}</bdi> is to be called from {dayAndTime(question.row.due_from, now, timeZone)}.
              </p>
            ) : (
              <p>
                Nothing is saved of the call with <bdi>{question.other}</bdi> yet. You can stop it, and call{' '}
                <bdi>{question.row.name}</bdi>.
              </p>
            )
          }
          returnTo={open && number}
          onClose={() => call.drop('question')}
          send={call.callAnyway}
        />
      )}
    </div>
  )
}

/** What was done or refused, until somebody closes it. */
function Closable({
  button,
  onClose,
  children,
  ...notice
}: Omit<ComponentProps<typeof Notice>, 'children'> & { button?: ReactNode; onClose: () => void; children: ReactNode }) {
  /** The button that had the focus is gone then. */
  function close() {
    onClose()
    focusHeading({ preventScroll: true })
  }
  return (
    <Notice {...notice}>
      {children && (
        <span className="row">
          <span>{children}</span>
          <span className="row">
            {button}
            <Button look="inline" onClick={close}>
              Close
            </Button>
          </span>
        </span>
      )}
    </Notice>
  )
}
