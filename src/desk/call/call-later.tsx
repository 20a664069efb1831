import { type FormEvent, useEffect, useRef } from 'react'
import { SubmitButton } from '../../ui/button.tsx'
import { chosenTimeIn, TimeFields } from '../parts/time-choice.tsx'
import type { CallReport } from './call-state.ts'
import css from './outcomes.module.css'

interface CallLaterProps {
  isBusy: boolean
  onSave: (report: Omit<CallReport, 'note'>) => void
  onClose: () => void
}

/** When somebody is to be called instead. It begins with the clock time, so that "today at half past three" is six keys. */
export function CallLater({ isBusy, onSave, onClose }: CallLaterProps) {
  const form = useRef<HTMLFormElement>(null)
  const time = useRef<HTMLInputElement>(null)

  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' })
    time.current?.focus()
  }, [])

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onSave({ outcome: 'call_later', ...chosenTimeIn(Object.fromEntries(new FormData(event.currentTarget))) })
  }

  return (
    <form ref={form} onSubmit={save} noValidate>
      <fieldset
        className={css.later}
        onKeyDown={({ key, nativeEvent }) => key === 'Escape' && !nativeEvent.isComposing && onClose()}
      >
        <legend className="quiet">Call later</legend>
        <TimeFields errors={{}} time={time} />
        <SubmitButton busy={isBusy}>Save</SubmitButton>
      </fieldset>
    </form>
  )
}
