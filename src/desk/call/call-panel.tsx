import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { isUnanswered, labelOf, OUTCOMES, type Outcome } from '../../callback-request/calling/outcomes.ts'
import { clockTime } from '../../callback-request/calling/time-words.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { callNoteOf, useDraft } from '../drafts.ts'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { chosenTimeIn, TimeFields } from '../parts/time-choice.tsx'
import { useKeys } from '../parts/use-keys.ts'
import { PersonLink } from '../parts/values.tsx'
import { useMe } from '../session.ts'
import css from './call.module.css'
import { Held } from './call-control.tsx'
import { CallFacts } from './call-facts.tsx'
import type { Hold, OpenCall } from './call-state.ts'
import { explainCallRefusal } from './call-words.ts'
import outcomeCss from './outcomes.module.css'
import { PhoneNumber } from './phone-number.tsx'
import { type KnownCall, useCurrentCall } from './use-call.tsx'

const GROUPS: { title: string; outcomes: readonly Outcome[] }[] = [
  { title: 'Done', outcomes: ['reached', 'booked', 'not_interested'] },
  { title: 'Try again', outcomes: ['no_answer', 'busy', 'call_later'] },
  { title: 'Close', outcomes: ['wrong_number', 'do_not_call', 'spam'] },
]

const shortcutOf = (outcome: Outcome) => String(OUTCOMES.indexOf(outcome) + 1)

/** The calls whose panel has been shown: on another page the focus stays where it is. */
const entered = new WeakSet<object>()

interface CallPanelProps {
  open: OpenCall
  known: KnownCall
  /** The link that dials, which has the focus when the call begins. */
  number: RefObject<HTMLAnchorElement | null>
}

/**
 * The call with one person: whom and why, and what came of the call. The note comes before the outcomes, so that the
 * focus passes none of them on its way to anything else.
 */
export function CallPanel({ open, known: { row, context, hold }, number }: CallPanelProps) {
  const { doing, refusal, drop, report, stop, saveNote, touch, turn } = useCurrentCall()
  const { time_zone: timeZone } = useMe()
  const { id, name, references } = row
  const { isIncoming = false } = open
  const [isLaterChosen, setIsLater] = useState(false)
  const [note, setNote] = useDraft(callNoteOf(id))
  const heading = useRef<HTMLHeadingElement>(null)
  const noteField = useRef<HTMLTextAreaElement>(null)
  const refused = useRef<HTMLDivElement>(null)
  // Whether it was saved is not known: the same press again saves it once, whatever has become of the hold.
  const isUnsure = refusal?.doing === 'saving' && refusal.failure.isAnswerLost
  const isClosed = hold.is === 'closed' && !isUnsure
  const isLater = isLaterChosen && !isClosed
  /** A note that only a button drops. */
  const isNoteLeft = isClosed && note.trim() !== ''
  const canSay = (outcome: Outcome) => !(isIncoming && isUnanswered(outcome))

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each call
  useEffect(() => {
    if (!entered.has(open.row)) number.current?.focus()
    entered.add(open.row)
  }, [open.row])

  useEffect(() => {
    if (refusal) refused.current?.scrollIntoView({ block: 'nearest' })
  }, [refusal])

  // What had the focus may be gone then.
  useEffect(() => {
    if (isClosed && document.activeElement === document.body) heading.current?.focus()
  }, [isClosed])

  function choose(outcome: Outcome) {
    if (outcome === 'call_later') showLater(!isLater)
    else if (canSay(outcome)) report({ outcome })
  }

  /** What went wrong before does not belong to what is asked now. */
  function showLater(isShown: boolean) {
    if (!isUnsure) drop('refusal')
    setIsLater(isShown)
    if (!isShown) heading.current?.focus()
  }

  /** Leaves a field by Escape, so that the keys work. */
  function leave({ key, nativeEvent }: KeyboardEvent) {
    if (key === 'Escape' && !nativeEvent.isComposing) heading.current?.focus()
  }

  useKeys({
    ...(!isClosed && Object.fromEntries(OUTCOMES.map((outcome) => [shortcutOf(outcome), () => choose(outcome)]))),
    n: () => noteField.current?.focus(),
    i: () => turn(!isIncoming),
    x: isNoteLeft ? undefined : stop,
  })

  return (
    <section
      className={`stack ${css.panel}`}
      aria-label={`Call with ${name}`}
      aria-busy={doing ? true : undefined}
      onKeyDown={touch}
      onPointerDown={touch}
    >
      <div className={css.heading}>
        <h2 ref={heading} tabIndex={-1}>
          <span className="quiet">Call with</span> <PersonLink reference={references[0] ?? id} name={name} />
        </h2>
        <Button
          look="inline"
          aria-keyshortcuts="x"
          onClick={() => {
            if (isNoteLeft) setNote('')
            void stop()
          }}
        >
          {isNoteLeft ? 'Drop the note' : 'Stop calling'}
        </Button>
      </div>
      <PhoneNumber link={number} of={row} />
      <CallFacts row={row} context={context} />
      <Notice role="status" tone="plain">
        {row.asked > open.row.asked && 'They asked again during this call: this is what they want now.'}
      </Notice>
      <div className={`row ${css.hold}`}>
        <HoldLine hold={isUnsure ? undefined : hold} onHeld={() => number.current?.focus()} />
        {!isClosed && (
          <label className={`row ${outcomeCss.incoming}`}>
            <input
              type="checkbox"
              aria-keyshortcuts="i"
              checked={isIncoming}
              onChange={({ target }) => turn(target.checked)}
            />
            They called us
          </label>
        )}
      </div>
      <div className={css.note}>
        <TextArea
          ref={noteField}
          label="Note for this call"
          rows={1}
          dir="auto"
          value={note}
          onChange={({ target }) => setNote(target.value)}
          onKeyDown={leave}
        />
      </div>
      <div ref={refused}>
        <Notice role="alert" tone="error">
          {refusal && !refusal.about && (
            <>
              {refusal.outcome && `${isUnsure ? 'Perhaps not saved' : 'Not saved'}: ${labelOf(refusal.outcome)}. `}
              {explainCallRefusal(refusal.failure, timeZone)}
              {isUnsure && ' Press it again: it is saved once.'}
            </>
          )}
        </Notice>
      </div>
      {isNoteLeft && (
        <div>
          <Button look="outlined" onClick={async () => (await saveNote()) && number.current?.focus()}>
            Save note
          </Button>
        </div>
      )}
      <div className={`stack ${outcomeCss.groups}`}>
        {(isClosed ? [] : GROUPS).map(({ title, outcomes }) => (
          <fieldset key={title} className={`row ${outcomeCss.outcomes}`}>
            <legend className="quiet">{title}</legend>
            {outcomes.map((outcome) => (
              <Button
                key={outcome}
                look="outlined"
                aria-keyshortcuts={shortcutOf(outcome)}
                aria-expanded={outcome === 'call_later' ? isLater : undefined}
                disabled={!canSay(outcome)}
                onClick={() => choose(outcome)}
              >
                {labelOf(outcome)}
              </Button>
            ))}
          </fieldset>
        ))}
      </div>
      {isLater && <CallLater onClose={() => showLater(false)} />}
    </section>
  )
}

/**
 * Until when nobody else can call, or why that is over, and a button to hold the callback again. What was typed stays.
 * Only the end is announced: prolonging would interrupt whoever listens to the patient.
 */
function HoldLine({ hold: known, onHeld }: { hold: Hold | undefined; onHeld: () => void }) {
  const { holdAgain } = useCurrentCall()
  const { time_zone: timeZone } = useMe()
  // A call may open again when its hold has ended: the text comes into a region that is there before.
  const [isThere, setIsThere] = useState(false)
  useEffect(() => setIsThere(true), [])
  const hold = isThere || known?.is === 'mine' ? known : undefined
  const hasEnded = hold?.is === 'over' || hold?.is === 'released'
  return (
    <div className="row quiet" data-ended={hasEnded || undefined}>
      {hold?.is === 'mine' && (
        <p>
          Held by you until <span className="oneLine">{clockTime(hold.until, timeZone)}</span>
        </p>
      )}
      <p role="status">
        {hold?.is === 'closed' && 'Closed. Nobody needs to call now.'}
        {hold?.is === 'withdrawn' && 'The visitor has withdrawn this request.'}
        {hold?.is === 'colleagues' && <Held {...hold.claim} />}
        {hold?.is === 'over' && (
          <>
            You held this callback until <span className="oneLine">{clockTime(hold.until, timeZone)}</span>.
          </>
        )}
        {hold?.is === 'released' && 'You no longer hold this callback.'}
        {hasEnded && ' Others can call now.'}
      </p>
      {hasEnded && (
        // It is gone then.
        <Button look="outlined" onClick={async () => (await holdAgain()) && onHeld()}>
          Hold again
        </Button>
      )}
    </div>
  )
}

/** When somebody is to be called instead. It begins with the clock time, so that "today at half past three" is six keys. */
function CallLater({ onClose }: { onClose: () => void }) {
  const { doing, report } = useCurrentCall()
  const form = useRef<HTMLFormElement>(null)
  const time = useRef<HTMLInputElement>(null)

  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' })
    time.current?.focus()
  }, [])

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    report({ outcome: 'call_later', ...chosenTimeIn(Object.fromEntries(new FormData(event.currentTarget))) })
  }

  return (
    <form ref={form} onSubmit={save} noValidate>
      <fieldset
        className={outcomeCss.later}
        onKeyDown={({ key, nativeEvent }) => key === 'Escape' && !nativeEvent.isComposing && onClose()}
      >
        <legend className="quiet">Call later</legend>
        <TimeFields errors={{}} time={time} />
        <SubmitButton busy={doing !== undefined}>Save</SubmitButton>
      </fieldset>
    </form>
  )
}
