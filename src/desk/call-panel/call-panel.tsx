import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { labelOf, OUTCOMES, type Outcome } from '../../callback-request/calling/outcomes.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { useKeys } from '../keys/use-keys.ts'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { chosenTimeIn, TimeFields } from '../parts/time-choice.tsx'
import { PersonLink } from '../parts/values.tsx'
import { useMe } from '../session.ts'
import { Held } from '../worklist/call-control.tsx'
import { clockTime, duration } from '../worklist/time-words.ts'
import { CallFacts } from './about.tsx'
import css from './call-panel.module.css'
import type { OpenCall } from './open-call.ts'
import { PhoneNumber } from './phone-number.tsx'
import { callControlOf, useCurrentCall } from './use-call.tsx'

/** From here on the end of the hold is near: long enough to finish a sentence and press a button. */
const NEAR_MS = 3 * 60_000

const GROUPS: { title: string; outcomes: readonly Outcome[] }[] = [
  { title: 'Done', outcomes: ['reached', 'booked', 'not_interested'] },
  { title: 'Try again', outcomes: ['no_answer', 'busy', 'call_later'] },
  { title: 'Close', outcomes: ['wrong_number', 'do_not_call', 'spam'] },
]

const keyOf = (outcome: Outcome) => String(OUTCOMES.indexOf(outcome) + 1)

/**
 * The call with one person: whom and why, and what came of the call. The note comes before the outcomes, so that the
 * focus passes none of them on its way to anything else.
 */
export function CallPanel({ callback, now }: { callback: OpenCall; now: Date }) {
  const { isBusy, failure, dropFailure, note, setNote, isNoteTyped, report, stop, saveNote } = useCurrentCall()
  const [isLaterChosen, setIsLater] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const { id, name, references, isClosed } = callback
  const isLater = isLaterChosen && !isClosed
  /** A note that only a button drops. */
  const isNoteLeft = isClosed && isNoteTyped

  useEffect(() => {
    if (isLater) document.getElementById('later-day')?.focus()
  }, [isLater])

  // Whole, also with what is wrong in it.
  useEffect(() => {
    if (isLater || failure) form.current?.scrollIntoView({ block: 'nearest' })
  }, [isLater, failure])

  const alert = (
    <Notice role="alert" tone="error">
      {failure && !failure.about && failure.text}
    </Notice>
  )

  function choose(outcome: Outcome) {
    if (outcome === 'call_later') showLater(!isLater)
    else report({ outcome, note })
  }

  /** What went wrong before does not belong to what is asked now, and the focus does not go with the form. */
  function showLater(isShown: boolean) {
    if (form.current?.contains(document.activeElement)) heading.current?.focus()
    dropFailure()
    setIsLater(isShown)
  }

  /** Leaves a field by Escape, so that the keys work. @returns whether it did */
  function leave({ key, nativeEvent }: KeyboardEvent) {
    if (key !== 'Escape' || nativeEvent.isComposing) return false
    heading.current?.focus()
    return true
  }

  function saveLater(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const chosen = chosenTimeIn(Object.fromEntries(new FormData(event.currentTarget)))
    report({ outcome: 'call_later', note, ...chosen })
  }

  useKeys({
    ...(!isClosed && Object.fromEntries(OUTCOMES.map((outcome) => [keyOf(outcome), () => choose(outcome)]))),
    n: () => document.getElementById('call-note')?.focus(),
    x: isNoteLeft ? undefined : stop,
  })

  return (
    <section className={`stack ${css.panel}`} aria-label={`Call with ${name}`} aria-busy={isBusy || undefined}>
      <div className={css.heading}>
        <h2 ref={heading} tabIndex={-1}>
          <span className="quiet">Call with</span> <PersonLink reference={references[0] ?? id} name={name} />
        </h2>
        <Button look="inline" onClick={stop}>
          {isNoteLeft ? 'Drop the note' : 'Stop calling'}
        </Button>
      </div>
      <PhoneNumber linkId={callControlOf(id)} of={callback} />
      <CallFacts callback={callback} now={now} />
      <Notice role="status" tone="plain">
        {callback.isWithdrawn && 'The visitor has withdrawn this request.'}
        {callback.hasAskedAgain && 'They asked again during this call: this is what they want now.'}
      </Notice>
      <Hold call={callback} now={now} />
      <div className={css.note}>
        <TextArea
          id="call-note"
          label="Note for this call"
          rows={1}
          dir="auto"
          value={note}
          onChange={({ target }) => setNote(target.value)}
          onKeyDown={leave}
        />
      </div>
      {!isLater && alert}
      {isNoteLeft && (
        <div>
          <Button look="outlined" onClick={saveNote}>
            Save note
          </Button>
        </div>
      )}
      {(isClosed ? [] : GROUPS).map(({ title, outcomes }) => (
        <fieldset key={title} className={`row ${css.outcomes}`}>
          <legend className="quiet">{title}</legend>
          {outcomes.map((outcome) => (
            <Button
              key={outcome}
              look="outlined"
              aria-keyshortcuts={keyOf(outcome)}
              aria-expanded={outcome === 'call_later' ? isLater : undefined}
              onClick={() => choose(outcome)}
            >
              {labelOf(outcome)}
            </Button>
          ))}
        </fieldset>
      ))}
      {isLater && (
        <form ref={form} onSubmit={saveLater} noValidate>
          <fieldset className={css.later} onKeyDown={(event) => leave(event) && showLater(false)}>
            <legend className="quiet">Call later</legend>
            {alert}
            <TimeFields id="later" now={now} errors={{}} />
            <SubmitButton busy={isBusy}>Save</SubmitButton>
          </fieldset>
        </form>
      )}
    </section>
  )
}

/** Until when nobody else can call, and a button to hold the callback longer or again. What was typed stays. */
function Hold({ call: { claim, isClosed }, now }: { call: OpenCall; now: Date }) {
  const { holdAgain } = useCurrentCall()
  const { time_zone: timeZone } = useMe()
  if (isClosed) return <p className="quiet">Closed. Nobody needs to call now.</p>
  const leftMs = claim ? Date.parse(claim.until) - now.getTime() : 0
  const hasEnded = leftMs <= 0
  const isNear = leftMs < NEAR_MS || !claim?.mine
  return (
    <div className={`row quiet ${css.hold}`} data-near={isNear || undefined}>
      <p role="status">
        {claim && !hasEnded && <Held {...claim} />}
        {!hasEnded && isNear && claim?.mine && (
          <>
            : <span className="oneLine">{duration(leftMs)} left</span>
          </>
        )}
        {hasEnded && claim?.mine && (
          <>
            You held this callback until <span className="oneLine">{clockTime(claim.until, timeZone)}</span>.
          </>
        )}
        {hasEnded && !claim?.mine && 'You no longer hold this callback.'}
        {hasEnded && ' Others can call now.'}
      </p>
      {isNear && (hasEnded || claim?.mine) && (
        <Button look="outlined" onClick={holdAgain}>
          {hasEnded ? 'Hold again' : 'Hold longer'}
        </Button>
      )}
    </div>
  )
}
