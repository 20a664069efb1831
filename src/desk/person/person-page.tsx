import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { CallbackRow } from '../../callback-request/calling/callback-row.ts'
import type { Person } from '../../callback-request/calling/person.ts'
import {
  dayAndTime,
  dayInWords,
  slotInWords,
  timeInWords,
  timesInWords,
} from '../../callback-request/calling/time-words.ts'
import { isSettled, STATUS_NAMES } from '../../callback-request/statuses.ts'
import { inList, useKeptFocus } from '../../ui/use-kept-focus.ts'
import { CallFailed, get, saveAnswer, stream } from '../api.ts'
import { About } from '../call/about.tsx'
import { CallControl, Held } from '../call/call-control.tsx'
import { CallLayout } from '../call/call-layout.tsx'
import { PERSON_KEY } from '../call/call-query.ts'
import { isHeld } from '../call/call-state.ts'
import { PhoneNumber } from '../call/phone-number.tsx'
import { TimeDialog } from '../call/time-dialog.tsx'
import { useCurrentCall } from '../call/use-call.tsx'
import { Button } from '../parts/button.tsx'
import { useClock } from '../parts/clock.tsx'
import { Loaded, Notice } from '../parts/notice.tsx'
import { focusHeading, Page } from '../parts/page.tsx'
import { Outcome, useChange } from '../parts/use-change.tsx'
import { useKeys } from '../parts/use-keys.ts'
import { LanguageBadge, PersonLink } from '../parts/values.tsx'
import { useMe } from '../session.ts'
import { EraseDialog } from './erase-dialog.tsx'
import { Notes } from './notes.tsx'
import { OtherCallbacks } from './other-callbacks.tsx'
import css from './person-page.module.css'
import { Requests } from './requests.tsx'
import { Timeline } from './timeline.tsx'

/** The server reads all requests for it: seconds with a million of them. */
const DOWNLOAD_TIMEOUT_MS = 60_000

/** One person: what they asked, what has been done, and what can be done now. */
export function PersonPage() {
  const { reference } = useParams({ from: '/frame/requests/$reference' })
  const query = useQuery({
    queryKey: [...PERSON_KEY, reference],
    queryFn: ({ signal }) => get<Person>(`/api/requests/${encodeURIComponent(reference)}`, signal),
  })
  const { error } = query
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
  useEffect(() => focusHeading(), [])
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

interface KnownProps {
  reference: string
  person: Person
}

function Known({ reference, person }: KnownProps) {
  const { role } = useMe()
  const { open, saved, call } = useCurrentCall()
  const [asked, setAsked] = useState<'erase' | 'reschedule' | 'reopen'>()
  const close = () => setAsked(undefined)
  /** The one that calls, or that calls again. */
  const callButtons = useRef(new Map<string, HTMLElement>())
  const note = useRef<HTMLTextAreaElement>(null)
  const nextHeading = useRef<HTMLHeadingElement>(null)
  const { callback, requests, timeline } = person
  const { name } = callback ?? requests[0]
  const known = requests.some((one) => one.reference === reference) ? reference : requests[0].reference
  const isSettledNow = callback !== null && isSettled(callback.status)
  const isCalled = callback !== null && open?.row.id === callback.id
  const canBeCalled = callback !== null && !isSettledNow && !isCalled
  const download = useChange<void, string>({ send: () => saveEverything(known) })
  // A colleague may take the person while the button has the focus.
  useKeptFocus(callButtons, callback, focusHeading)
  const next = saved && saved.callback.id === callback?.id ? saved.next : undefined
  const navigate = useNavigate()

  /** Page and call are of one person. */
  function callNext(row: CallbackRow) {
    void navigate({ to: '/requests/$reference', params: { reference: row.references[0] ?? row.id } })
    call(row)
  }

  const wasCalled = useRef(isCalled)
  useEffect(() => {
    if (wasCalled.current && !isCalled) {
      if (nextHeading.current) nextHeading.current.focus()
      else focusHeading()
    }
    wasCalled.current = isCalled
  }, [isCalled])

  useKeys({
    c: next ? () => callNext(next) : canBeCalled ? () => call(callback) : undefined,
    n: callback && !open ? () => note.current?.focus() : undefined,
  })
  return (
    <CallLayout
      about={
        next && (
          <About
            row={next}
            isChosen
            heading={
              <h2 tabIndex={-1} ref={nextHeading}>
                Next: <PersonLink reference={next.references[0] ?? next.id} name={next.name} />
              </h2>
            }
          >
            <CallControl row={next} look="filled" onCall={() => callNext(next)} />
          </About>
        )
      }
    >
      <Page
        title={name}
        heading={<bdi>{name}</bdi>}
        actions={
          <div className="buttons">
            {canBeCalled && <CallControl row={callback} look="filled" ref={inList(callButtons, callback.id)} />}
            {isSettledNow && callback.status !== 'withdrawn' && !isCalled && (
              <Button look="filled" ref={inList(callButtons, callback.id)} onClick={() => setAsked('reopen')}>
                Call again
              </Button>
            )}
            {callback && !isSettledNow && (
              <Button look="outlined" onClick={() => setAsked('reschedule')}>
                Move to another time
              </Button>
            )}
            {role === 'manager' && (
              <>
                <Button look="outlined" aria-disabled={download.isBusy} onClick={() => download.run()}>
                  Download everything
                </Button>
                <Button look="danger" onClick={() => setAsked('erase')}>
                  Erase…
                </Button>
              </>
            )}
          </div>
        }
      >
        <Outcome of={download} />
        <Notice role="status" tone="plain">
          {next === null && 'Nobody else is due now.'}
        </Notice>
        <div className={`row ${css.summary}`}>
          <PhoneNumber of={callback ?? requests[0]} />
          <LanguageBadge code={callback?.language ?? null} />
          <CallbackFacts person={person} />
        </div>
        <div className={css.parts}>
          <Requests person={person} />
          <Timeline entries={timeline} reference={known} />
          <Notes callback={callback?.id} name={name} field={note} />
          <OtherCallbacks person={person} />
        </div>
      </Page>
      {asked === 'erase' && <EraseDialog reference={known} person={person} onClose={close} />}
      {(asked === 'reschedule' || asked === 'reopen') && callback && (
        <TimeDialog change={asked} callback={callback} onClose={close} />
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

/** How far the callback is, and when somebody is to call. */
function CallbackFacts({ person: { callback, requests } }: { person: Person }) {
  const { now, timeZone } = useClock()
  if (!callback) {
    return (
      <p className={css.facts}>
        {requests[0].suspected
          ? 'This request is held back as possible spam, so nobody is asked to call.'
          : 'This request came before the callback desk was started, so it is not in the worklist.'}
      </p>
    )
  }
  const { status, asked, tries, due_from, claim } = callback
  const day = dayInWords(due_from, now, timeZone)
  const left = timeInWords(callback, now, timeZone)
  return (
    <ul className={`row ${css.facts}`} aria-label="Callback">
      <li className={css.statusName}>{STATUS_NAMES[status]}</li>
      {!isSettled(status) && (
        <>
          <li>
            {callback.time_slot !== null && `${slotInWords(callback, timeZone)}, `}from{' '}
            {dayAndTime(due_from, now, timeZone)}
          </li>
          {left !== day && <li>{left.replace(`${day}, `, '')}</li>}
        </>
      )}
      {asked > 1 && <li>{timesInWords('asked', asked)}</li>}
      {tries > 0 && <li>{timesInWords('tried', tries)}</li>}
      {claim && isHeld(callback, now) && (
        <li>
          <Held {...claim} />
        </li>
      )}
    </ul>
  )
}
