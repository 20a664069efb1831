import type { CallbackRow } from '../../callback-request/calling/callback-row.ts'
import { beginningInWords } from '../../callback-request/calling/time-words.ts'
import { send } from '../api.ts'
import { useClock } from '../parts/clock.tsx'
import { FormDialog } from '../parts/dialog.tsx'
import { chosenTimeIn, TimeFields } from '../parts/time-choice.tsx'
import { CHANGED_BY_CALLS } from './call-query.ts'
import { explainCallRefusal } from './call-words.ts'
import { useCurrentCall } from './use-call.tsx'

const CHANGES = {
  /** Moves an open callback, without a call. */
  reschedule: {
    title: 'Move to another time',
    words: ['When is', 'to be called?'],
    done: 'moved to',
    noDay: undefined,
  },
  /** Opens a settled callback again. */
  reopen: {
    title: 'Call again',
    words: ['This puts', 'back into the worklist.'],
    done: 'waits again, from',
    noDay: 'From now on',
  },
}

interface TimeDialogProps {
  change: keyof typeof CHANGES
  callback: { id: string; name: string }
  onClose: () => void
}

/** Gives a callback another time. */
export function TimeDialog({ change, callback, ...dialog }: TimeDialogProps) {
  const { now, timeZone } = useClock()
  const { tell } = useCurrentCall()
  const { title, words, done, noDay } = CHANGES[change]

  async function save(chosen: object) {
    const path = `/api/callbacks/${encodeURIComponent(callback.id)}/${change}`
    const row = await send<CallbackRow>('POST', path, chosen)
    tell(callback, `${done} ${beginningInWords(row, now, timeZone)}.`)
    dialog.onClose()
  }

  return (
    <FormDialog
      {...dialog}
      title={title}
      submitLabel="Save"
      validate={(values) => ({ ok: true, value: chosenTimeIn(values) ?? {} })}
      send={save}
      refetches={CHANGED_BY_CALLS}
      explain={(failure) => (failure.status === 409 ? explainCallRefusal(failure, timeZone) : undefined)}
    >
      {(errors) => (
        <>
          <p>
            {words[0]} <bdi>{callback.name}</bdi> {words[1]}
          </p>
          <TimeFields errors={errors} noDay={noDay} />
        </>
      )}
    </FormDialog>
  )
}
