import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { NumberCounts, Person } from '../../callback-request/calling/person.ts'
import { TextField } from '../../ui/field.tsx'
import { get, send } from '../api.ts'
import { inGroups } from '../call-panel/phone-number.tsx'
import { useCurrentCall } from '../call-panel/use-call.tsx'
import { FormDialog } from '../parts/dialog.tsx'
import { Loaded } from '../parts/notice.tsx'
import { Held, isHeld } from '../worklist/call-control.tsx'
import { WORKLIST_KEY } from '../worklist/worklist-query.ts'
import { announceErased, countsInWords, type Erased } from './erased-notice.tsx'
import css from './person-page.module.css'
import { PERSON_KEY } from './person-query.ts'

/** The newest; the page has the others. */
const REFERENCES_SHOWN = 12

interface EraseDialogProps {
  reference: string
  person: Person
  now: Date
  returnTo: string
  onClose: () => void
}

/** Shows what would be erased, and erases it after the reference was typed. Then the worklist follows. */
export function EraseDialog({ reference, person, now, returnTo, onClose }: EraseDialogProps) {
  const { callback, requests } = person
  const { name, phone } = callback ?? requests[0]
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const call = useCurrentCall()
  const path = `/api/requests/${encodeURIComponent(reference)}/erase`
  const counts = useQuery({
    queryKey: ['erasure', reference],
    queryFn: ({ signal }) => get<NumberCounts>(path, signal),
    gcTime: 0,
    // Each answer reads all requests, so not again with each change.
    staleTime: 'static',
  })

  async function erase({ confirm }: { confirm: string }) {
    announceErased(await send<Erased>('POST', path, { confirm }))
    if (callback) call.forget(callback.id)
    // The kept list still names the person.
    queryClient.removeQueries({ queryKey: WORKLIST_KEY })
    await navigate({ to: '/', replace: true })
    queryClient.removeQueries({ queryKey: PERSON_KEY })
  }

  return (
    <FormDialog
      title="Erase everything of this number?"
      question={
        <>
          <p>
            <bdi>{name}</bdi>, <bdi className="oneLine">{inGroups(phone)}</bdi>
          </p>
          {callback?.claim && isHeld(callback, now) && (
            <p>
              <Held {...callback.claim} />.
            </p>
          )}
          <Loaded query={counts}>
            {(found) => (
              <>
                <p>This erases {countsInWords(found)}. It cannot be undone.</p>
                <p>Mailboxes and the webhook’s receiver keep what they received, under these references:</p>
                <ul className="row" aria-label="References">
                  {found.references.slice(0, REFERENCES_SHOWN).map((each) => (
                    <li key={each} className={css.reference}>
                      {each}
                    </li>
                  ))}
                  {found.requests > REFERENCES_SHOWN && <li>and {found.requests - REFERENCES_SHOWN} older</li>}
                </ul>
              </>
            )}
          </Loaded>
        </>
      }
      submitLabel="Erase"
      look="danger"
      cancelLabel="Keep"
      returnTo={returnTo}
      onClose={onClose}
      send={erase}
    >
      {({ confirm: error }) => (
        <TextField
          id="erase-confirm"
          name="confirm"
          label="Type the reference to confirm"
          hint={`The reference of this page is ${reference}.`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={error}
        />
      )}
    </FormDialog>
  )
}
