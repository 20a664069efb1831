import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { DayOfCalls, OwnCall } from '../../callback-request/calling/callback-row.ts'
import { counted } from '../../callback-request/calling/counted.ts'
import { labelOf } from '../../callback-request/calling/outcomes.ts'
import { clockTime } from '../../callback-request/calling/time-words.ts'
import { get } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { useClock } from '../parts/clock.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Loaded } from '../parts/notice.tsx'
import { useKeys } from '../parts/use-keys.ts'
import { PersonLink } from '../parts/values.tsx'
import { OWN_CALLS_KEY } from './call-query.ts'
import css from './my-calls.module.css'
import { useCurrentCall } from './use-call.tsx'

/** One's own day, whose calls it lists, and for managers the team's. */
export function MyDay({ mine, team }: { mine: DayOfCalls; team: DayOfCalls | null }) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useKeys({ m: () => setIsOpen(true) })
  return (
    <div className={`notPrinted row ${css.day}`}>
      <Button look="inline" ref={button} aria-keyshortcuts="m" onClick={() => setIsOpen(true)}>
        Today: {callsInWords(mine)}
      </Button>
      {team && <p className="quiet">Team today: {callsInWords(team)}</p>}
      {isOpen && <MyCalls onClose={() => setIsOpen(false)} />}
    </div>
  )
}

function callsInWords({ tries, booked }: DayOfCalls): string {
  return `${counted(tries, 'call')}, ${booked} booked`
}

/** All that one has called today, newest first, each to be taken back as long as it can be. */
function MyCalls({ onClose }: { onClose: () => void }) {
  const { now, timeZone } = useClock()
  const { undo } = useCurrentCall()
  const calls = useQuery({
    queryKey: OWN_CALLS_KEY,
    queryFn: async ({ signal }) => (await get<{ rows: OwnCall[] }>('/api/me/calls', signal)).rows,
  })
  return (
    <Dialog title="My calls today" onClose={onClose}>
      <Loaded query={calls}>
        {(rows) => (
          <ul className={css.myCalls} aria-label="My calls today">
            {rows.map(({ callback, attempt, reference, name, outcome, at, note, undo_until }) => (
              <li key={attempt}>
                <time dateTime={at}>{clockTime(at, timeZone)}</time>
                <div>
                  <PersonLink reference={reference} name={name} />, {labelOf(outcome)}
                  {note !== null && (
                    <p className="quiet" dir="auto">
                      {note}
                    </p>
                  )}
                </div>
                {undo_until !== null && Date.parse(undo_until) > now.getTime() && (
                  <Button
                    look="outlined"
                    aria-label={`Undo ${labelOf(outcome)}: ${name}`}
                    onClick={() => {
                      onClose()
                      void undo({ id: callback, name }, attempt, note)
                    }}
                  >
                    Undo
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Dialog>
  )
}
