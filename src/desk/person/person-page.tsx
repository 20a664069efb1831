import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { CallbackRow } from '../../callback-request/calling/callback-row.ts'
import type { Person } from '../../callback-request/calling/person.ts'
import { isSettled } from '../../callback-request/statuses.ts'
import { CallFailed, saveAnswer, stream } from '../api.ts'
import { About } from '../call-panel/about.tsx'
import { CallLayout } from '../call-panel/call-layout.tsx'
import { PhoneNumber } from '../call-panel/phone-number.tsx'
import { callControlOf, useCurrentCall } from '../call-panel/use-call.tsx'
import { useKeys } from '../keys/use-keys.ts'
import { Button } from '../parts/button.tsx'
import { useNow } from '../parts/clock.ts'
import { useKeptFocus } from '../parts/lists/use-kept-focus.ts'
import { Loaded, Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Outcome, useChange } from '../parts/use-change.tsx'
import { LanguageBadge } from '../parts/values.tsx'
import { useMe } from '../session.ts'
import { CallControl } from '../worklist/call-control.tsx'
import { focusCallback, headingOf } from '../worklist/callback-heading.tsx'
import { CallbackFacts } from './callback-facts.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { NOTE_ID, Notes } from './notes.tsx'
import { OtherCallbacks } from './other-callbacks.tsx'
import css from './person-page.module.css'
import { personQuery } from './person-query.ts'
import { Requests } from './requests.tsx'
import { TimeDialog } from './time-dialog.tsx'
import { Timeline } from './timeline.tsx'

/** The server reads all requests for it: seconds with a million of them. */
const DOWNLOAD_TIMEOUT_MS = 60_000

const ERASE_ID = 'erase'
const MOVE_ID = 'move'

/** One person: what they asked, what has been done, and what can be done now. */
export function PersonPage() {
  const { reference } = useParams({ from: '/frame/requests/$reference' })
  const query = useQuery(personQuery(reference))
  const { error } = query
  const { follow } = useCurrentCall()
  const shown = query.data?.callback
  useEffect(() => follow(shown ? [shown] : [], reference))
  if (error instanceof CallFailed && error.status === 404) return <NobodyPage reference={reference} />
  if (!query.data && error) {
    return (
      <Page title="The person cannot be shown">
        <Loaded query={query}>{() => null}</Loaded>
      </Page>
    )
  }
  return <Loaded query={query}>{(person) => <Known key={reference} {...{ reference, person }} />}</Loaded>
}

function NobodyPage({ reference }: { reference: string }) {
  // Somebody may have been reading the person's page, or writing in it.
  useEffect(() => focusCallback(undefined), [])
  return (
    <Page title="There is no such request">
      <p>
        Nothing is stored under the reference <bdi>{reference}</bdi>. It may have been erased, or typed incompletely.
      </p>
      <p>
        <Link to="/">Go to the worklist</Link>
      </p>
    </Page>
  )
}

function Known({ reference, person }: { reference: string; person: Person }) {
  const { role, clockOffset } = useMe()
  const now = useNow(clockOffset)
  const call = useCurrentCall()
  const [isOpen, setIsOpen] = useState<'erase' | 'move' | 'again'>()
  const close = () => setIsOpen(undefined)
  const { callback, requests, timeline } = person
  const { name } = callback ?? requests[0]
  const known = requests.some((one) => one.reference === reference) ? reference : requests[0].reference
  const isSettledNow = callback !== null && isSettled(callback.status)
  const isCalled = callback !== null && call.called?.id === callback.id
  const canBeCalled = callback !== null && !isSettledNow && !isCalled
  const download = useChange<void, string>({ send: () => saveEverything(known) })
  // A colleague may take the person while the button has the focus.
  useKeptFocus(callback ? [callControlOf(callback.id)] : [])
  const [savedBefore] = useState(call.saved)
  // Whoever reads the page of somebody else who waits is not led on from it.
  const isSavedHere = call.saved?.callback.id === callback?.id || (call.saved !== savedBefore && !canBeCalled)
  const next = isSavedHere ? call.saved?.next : undefined
  const leadsTo = useOtherCalled(callback?.id)
  const navigate = useNavigate()
  useEffect(() => {
    if (leadsTo !== undefined) void navigate({ to: '/requests/$reference', params: { reference: leadsTo } })
  }, [leadsTo, navigate])
  useKeys({
    c: next ? () => call.call(next) : canBeCalled ? () => call.call(callback) : undefined,
    n: callback && !call.called ? () => document.getElementById(NOTE_ID)?.focus() : undefined,
  })
  return (
    <CallLayout now={now} whom={next ?? callback} about={next !== undefined && <Next row={next} now={now} />}>
      <Page
        title={name}
        heading={<bdi>{name}</bdi>}
        actions={
          <div className="buttons">
            {canBeCalled && <CallControl row={callback} now={now} look="filled" isMain />}
            {isSettledNow && callback.status !== 'withdrawn' && !isCalled && (
              <Button look="filled" id={callControlOf(callback.id)} onClick={() => setIsOpen('again')}>
                Call again
              </Button>
            )}
            {callback && !isSettledNow && (
              <Button look="outlined" id={MOVE_ID} onClick={() => setIsOpen('move')}>
                Move to another time
              </Button>
            )}
            {role === 'manager' && (
              <>
                <Button look="outlined" aria-disabled={download.isBusy} onClick={() => download.run()}>
                  Download everything
                </Button>
                <Button look="danger" id={ERASE_ID} onClick={() => setIsOpen('erase')}>
                  Erase…
                </Button>
              </>
            )}
          </div>
        }
      >
        <Outcome of={download} />
        <div className={`row ${css.summary}`}>
          <PhoneNumber linkId="person-number" of={callback ?? requests[0]} />
          <LanguageBadge code={callback?.language ?? null} />
          <CallbackFacts person={person} now={now} />
        </div>
        <div className={css.parts}>
          <Requests person={person} now={now} />
          <Timeline entries={timeline} now={now} />
          <Notes callback={callback?.id} name={name} />
          <OtherCallbacks person={person} now={now} />
        </div>
      </Page>
      {isOpen === 'erase' && (
        <EraseDialog reference={known} person={person} now={now} returnTo={ERASE_ID} onClose={close} />
      )}
      {isOpen === 'move' && callback && (
        <TimeDialog change="reschedule" callback={callback} returnTo={MOVE_ID} onClose={close} />
      )}
      {isOpen === 'again' && callback && (
        <TimeDialog change="reopen" callback={callback} returnTo={callControlOf(callback.id)} onClose={close} />
      )}
    </CallLayout>
  )
}

/** Saves everything that is stored of the person of a request as a file. */
async function saveEverything(reference: string) {
  const path = `/api/requests/${encodeURIComponent(reference)}/export`
  await saveAnswer(await stream(path, {}, AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS)))
  return 'The file is saved.'
}

/** Whose call has begun while the page of somebody else is shown, by "Next" or Undo: the page and the call are of one. */
function useOtherCalled(shown: string | undefined): string | undefined {
  const { called } = useCurrentCall()
  const [calledBefore] = useState(called?.id)
  return called && called.id !== calledBefore && called.id !== shown ? called.references[0] : undefined
}

/** Who is to be called after this person. */
function Next({ row, now }: { row: CallbackRow | null; now: Date }) {
  if (!row) {
    return (
      <Notice role="status" tone="plain">
        Nobody else is due now.
      </Notice>
    )
  }
  const heading = (
    <h2 tabIndex={-1} id={headingOf(row.id)}>
      Next: <bdi>{row.name}</bdi>
    </h2>
  )
  return (
    <About row={row} now={now} heading={heading}>
      <CallControl row={row} now={now} look="filled" isMain />
    </About>
  )
}
