import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { send } from '../api.ts'
import { explainCallRefusal } from '../call-panel/call-words.ts'
import { useNow } from '../parts/clock.ts'
import { FormDialog } from '../parts/dialog.tsx'
import { chosenTimeIn, TimeFields } from '../parts/time-choice.tsx'
import { useMe } from '../session.ts'

interface TimeDialogProps {
  callback: { id: string; name: string }
  returnTo: string
  onClose: () => void
}

/** Moves an open callback to another time, without a call. */
export function MoveDialog(props: TimeDialogProps) {
  return (
    <TimeDialog {...props} title="Move to another time" call="reschedule">
      <p>
        When is <bdi>{props.callback.name}</bdi> to be called?
      </p>
    </TimeDialog>
  )
}

/** Opens a settled callback again. */
export function CallAgainDialog(props: TimeDialogProps) {
  return (
    <TimeDialog {...props} title="Call again" call="reopen" noDay="From now on">
      <p>
        This puts <bdi>{props.callback.name}</bdi> back into the worklist.
      </p>
    </TimeDialog>
  )
}

interface Change {
  title: string
  call: 'reschedule' | 'reopen'
  noDay?: string | undefined
  children: ReactNode
}

function TimeDialog({ callback, returnTo, onClose, title, call, noDay, children }: TimeDialogProps & Change) {
  const queryClient = useQueryClient()
  const { time_zone: timeZone, clockOffset } = useMe()
  const now = useNow(clockOffset)

  async function save(chosen: object) {
    await send('POST', `/api/callbacks/${encodeURIComponent(callback.id)}/${call}`, chosen)
    await queryClient.invalidateQueries()
    onClose()
  }

  return (
    <FormDialog
      title={title}
      returnTo={returnTo}
      onClose={onClose}
      submitLabel="Save"
      validate={(values) => ({ ok: true, value: chosenTimeIn(values) ?? {} })}
      send={save}
      explain={(failure) => (failure.status === 409 ? explainCallRefusal(failure, timeZone) : undefined)}
    >
      {(errors) => (
        <>
          {children}
          <TimeFields id="chosen" now={now} errors={errors} noDay={noDay} />
        </>
      )}
    </FormDialog>
  )
}
