import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { counted } from '../../callback-request/calling/counted.ts'
import type { Person, PersonCounts, StoredCounts } from '../../callback-request/calling/person.ts'
import { TextField } from '../../ui/field.tsx'
import { get, send } from '../api.ts'
import { Held } from '../call/call-control.tsx'
import { PERSON_KEY, WORKLIST_KEY } from '../call/call-query.ts'
import { isHeld } from '../call/call-state.ts'
import { useCurrentCall } from '../call/use-call.tsx'
import { useClock } from '../parts/clock.tsx'
import { FormDialog } from '../parts/dialog.tsx'
import { CopyField } from '../parts/fields.tsx'
import { Loaded } from '../parts/notice.tsx'
import css from './person-page.module.css'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether what was erased may still be readable in the file of the database. */
    isReadable?: boolean
  }
}

/** The newest; the page has the others. */
const REFERENCES_SHOWN = 12

interface EraseDialogProps {
  reference: string
  person: Person
  onClose: () => void
}

/** Shows what would be erased, and erases it after the reference was typed. Then the worklist follows. */
export function EraseDialog({ reference, person, onClose }: EraseDialogProps) {
  const { callback, requests } = person
  const { name } = callback ?? requests[0]
  const shown = callback?.shown ?? requests[0].phone
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const call = useCurrentCall()
  const { now } = useClock()
  const path = `/api/requests/${encodeURIComponent(reference)}/erase`
  const counts = useQuery({
    queryKey: ['erasure', reference],
    queryFn: ({ signal }) => get<{ people: [PersonCounts, ...PersonCounts[]] }>(path, signal),
    gcTime: 0,
    // Each answer reads all requests, so not again with each change.
    staleTime: 'static',
  })

  const others = counts.data?.people.slice(1) ?? []

  async function erase({ confirm, whole_number }: { confirm: string; whole_number?: string }) {
    const body = { confirm, whole_number: whole_number !== undefined }
    const { overwritten, ...erased } = await send<StoredCounts & { overwritten: boolean }>('POST', path, body)
    if (callback) call.forget(callback.id)
    call.tell({ id: '', name: 'Erased' }, `${storedInWords(erased)}.`)
    // The kept list still names the person.
    queryClient.removeQueries({ queryKey: WORKLIST_KEY })
    await navigate({ to: '/', replace: true, state: { isReadable: !overwritten } })
    queryClient.removeQueries({ queryKey: PERSON_KEY })
  }

  return (
    <FormDialog
      title={`Erase everything of ${name}?`}
      question={
        <>
          <p>
            <bdi>{name}</bdi>, <bdi className="oneLine">{shown}</bdi>
          </p>
          {callback?.claim && isHeld(callback, now) && (
            <p>
              <Held {...callback.claim} />.
            </p>
          )}
          <Loaded query={counts}>
            {({ people: [found] }) => (
              <>
                <p>This erases {storedInWords(found)}. It cannot be undone.</p>
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
      onClose={onClose}
      send={erase}
    >
      {({ confirm: error }) => (
        <>
          {others.length > 0 && (
            <label className={css.everybody}>
              <input type="checkbox" name="whole_number" />
              <span>
                and of the {counted(others.length, 'other')} at this number (
                <bdi>{new Intl.ListFormat('en-GB').format(others.map((one) => one.name))}</bdi>)
              </span>
            </label>
          )}
          <TextField
            name="confirm"
            label="Type the reference to confirm"
            hint={`The reference of this page is ${reference}.`}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            error={error}
          />
        </>
      )}
    </FormDialog>
  )
}

/** Such as "2 requests, 1 callback and 3 calls". */
function storedInWords({ requests, callbacks, tries, notes, messages }: StoredCounts): string {
  const parts = [
    counted(requests, 'request'),
    callbacks > 0 && counted(callbacks, 'callback'),
    tries > 0 && counted(tries, 'call'),
    notes > 0 && counted(notes, 'note'),
    messages > 0 && `${counted(messages, 'message')} about them`,
  ]
  return new Intl.ListFormat('en-GB').format(parts.filter((part) => part !== false))
}

/** Says how to rewrite the file, whatever its size, where what was erased may still be readable. */
export function StillReadable() {
  if (!useLocation({ select: ({ state }) => state.isReadable })) return null
  return (
    <>
      <p>
        The file of the database was too large or too busy to be rewritten, so parts of it may still be readable on the
        disk. In a quiet hour, ask your technician to run “clinic requests purge” on the server, or this command where
        the clinic was started by npm:
      </p>
      <CopyField label="Command" text="npm run -s requests -- purge" />
    </>
  )
}
