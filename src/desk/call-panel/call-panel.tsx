import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { labelOf, OUTCOMES, type Outcome } from '../../callback-request/calling/outcomes.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { useKeys } from '../keys/use-keys.ts'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { chosenTimeIn, TimeFields } from '../parts/time-choice.tsx'
import type { CalledRow } from '../worklist/worklist-query.ts'
import { CallFacts } from './call-facts.tsx'
import css from './call-panel.module.css'
import { Hold } from './hold.tsx'
import { inGroups, PhoneNumber } from './phone-number.tsx'
import { callControlOf, type Report } from './use-call.tsx'

/** Source: desk, section 5. */
const MAX_NOTE = 2_000

const GROUPS: { title: string; outcomes: readonly Outcome[] }[] = [
  { title: 'Done', outcomes: ['reached', 'booked', 'not_interested'] },
  { title: 'Try again', outcomes: ['no_answer', 'busy', 'call_later'] },
  { title: 'Close', outcomes: ['wrong_number', 'spam'] },
]

const keyOf = (outcome: Outcome) => String(OUTCOMES.indexOf(outcome) + 1)

interface CallPanelProps {
  callback: CalledRow
  now: Date
  isBusy: boolean
  /** Why something was not saved. */
  failure: string
  /** What was typed for this callback before. */
  note: string
  onNote: (note: string) => void
  onReport: (report: Report) => void
  onHoldAgain: () => void
  onStop: () => void
}

/**
 * The call with one person: whom and why, and what came of the call. The note comes before the outcomes, so that the
 * focus passes none of them on its way to anything else.
 */
export function CallPanel(props: CallPanelProps) {
  const { callback, now, isBusy, failure, note, onNote, onReport, onHoldAgain, onStop } = props
  const [isLater, setIsLater] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const { id, name, phone, references, claim } = callback

  useEffect(() => {
    const day = isLater ? document.getElementById('later-day') : null
    day?.focus()
    day?.closest('form')?.scrollIntoView({ block: 'nearest' })
  }, [isLater])

  function choose(outcome: Outcome) {
    if (outcome === 'call_later') setIsLater(!isLater)
    else onReport({ outcome, note })
  }

  function saveLater(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const chosen = chosenTimeIn(Object.fromEntries(new FormData(event.currentTarget)))
    onReport({ outcome: 'call_later', note, ...chosen })
  }

  useKeys({
    ...Object.fromEntries(OUTCOMES.map((outcome) => [keyOf(outcome), () => choose(outcome)])),
    n: () => document.getElementById('call-note')?.focus(),
    x: onStop,
  })

  return (
    <section className={css.panel} aria-label={`Call with ${name}`} aria-busy={isBusy || undefined}>
      <div className={css.heading}>
        <h2 ref={heading} tabIndex={-1}>
          <span className={css.with}>Call with</span>{' '}
          <Link to="/requests/$reference" params={{ reference: references[0] ?? id }}>
            <bdi>{name}</bdi>
          </Link>
        </h2>
        <Button look="plain" onClick={onStop}>
          Stop calling
        </Button>
      </div>
      <PhoneNumber linkId={callControlOf(id)} phone={phone} shown={inGroups(phone)} />
      <CallFacts callback={callback} now={now} />
      {claim && <Hold until={claim.until} now={now} onHoldAgain={onHoldAgain} />}
      <div className={css.note}>
        <TextArea
          id="call-note"
          label="Note for this call"
          rows={1}
          maxLength={MAX_NOTE}
          dir="auto"
          value={note}
          onChange={({ target }) => onNote(target.value)}
          onKeyDown={({ key, nativeEvent }) => {
            if (key === 'Escape' && !nativeEvent.isComposing) heading.current?.focus()
          }}
        />
      </div>
      <Notice role="alert" tone="error">
        {failure}
      </Notice>
      {GROUPS.map(({ title, outcomes }) => (
        <fieldset key={title} className={css.outcomes}>
          <legend>{title}</legend>
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
        <form onSubmit={saveLater} noValidate>
          <fieldset className={css.later}>
            <legend>Call later</legend>
            <TimeFields id="later" now={now} errors={{}} />
            <SubmitButton busy={isBusy}>Save</SubmitButton>
          </fieldset>
        </form>
      )}
    </section>
  )
}
