import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { BUCKETS, type Bucket } from '../../callback-request/calling/buckets.ts'
import { SERVICES } from '../../callback-request/services.ts'
import { AddDialog } from '../add/add-dialog.tsx'
import { useCurrentCall } from '../call-panel/call-context.tsx'
import { CallDock } from '../call-panel/call-dock.tsx'
import { useKeys } from '../keys/use-keys.ts'
import { Button } from '../parts/button.tsx'
import { SelectField } from '../parts/fields/select-field.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { ErasedNotice } from '../person/erased-notice.tsx'
import { Arrivals } from './arrivals.tsx'
import { BucketSection } from './bucket-section.tsx'
import { callbackAt, focusCallback, focusNeighbour, openFocused } from './callback-heading.tsx'
import { openedAt } from './opened-callback.ts'
import { useServerTime } from './use-server-time.ts'
import { useSteadyRows } from './use-steady-rows.ts'
import css from './worklist-page.module.css'
import { type MorePages, NO_MORE_PAGES, type Worklist, worklistQuery } from './worklist-query.ts'
import { readWorklistSearch } from './worklist-search.ts'

const SERVICE_OPTIONS = [
  { value: '', label: 'All services' },
  ...SERVICES.map((service) => ({ value: service, label: service })),
]

const ADD_ID = 'add-callback'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** In the history, so that the way back leads to the same rows. */
    more?: MorePages
  }
}

/** Everybody who waits for a call, by when they are due. */
export function WorklistPage() {
  const { service } = useSearch({ from: '/frame/' })
  const navigate = useNavigate({ from: '/' })
  const more = useLocation({ select: ({ state }) => state.more }) ?? NO_MORE_PAGES
  const query = useQuery(worklistQuery(service, more))
  const [isAdding, setIsAdding] = useState(false)
  return (
    <Page
      title="Callbacks"
      documentTitle={query.data ? documentTitleOf(query.data) : 'Callback desk'}
      actions={
        <div className={css.filter}>
          <SelectField
            id="service"
            label="Service"
            options={SERVICE_OPTIONS}
            value={service ?? ''}
            onChange={({ target }) => {
              void navigate({ search: readWorklistSearch({ service: target.value }), replace: true })
            }}
          />
          <Button look="outlined" id={ADD_ID} onClick={() => setIsAdding(true)}>
            Add a callback
          </Button>
        </div>
      }
    >
      {isAdding && <AddDialog returnTo={ADD_ID} onClose={() => setIsAdding(false)} />}
      <ErasedNotice />
      <Loaded query={query}>
        {(worklist) => (
          <>
            <Arrivals key={worklist.service ?? ''} worklist={worklist} />
            <Buckets
              worklist={worklist}
              isFetchingMore={query.isPlaceholderData}
              onShowMore={(bucket) =>
                navigate({
                  search: readWorklistSearch({ service }),
                  state: { more: { ...more, [bucket]: more[bucket] + 1 } },
                  replace: true,
                  resetScroll: false,
                })
              }
            />
          </>
        )}
      </Loaded>
    </Page>
  )
}

interface BucketsProps {
  worklist: Worklist
  isFetchingMore: boolean
  onShowMore: (bucket: Bucket) => void
}

function Buckets({ worklist, isFetchingMore, onShowMore }: BucketsProps) {
  const now = useServerTime(worklist)
  const call = useCurrentCall()
  const historyEntry = useLocation({ select: ({ state }) => state.__TSR_key })
  const list = useRef<HTMLDivElement>(null)
  const rows = useSteadyRows(worklist, list)

  // On the way back from a person's page, the focus returns to the row.
  useEffect(() => {
    const opened = openedAt(historyEntry)
    if (opened !== undefined) focusCallback(opened)
  }, [historyEntry])

  useKeys({
    Enter: openFocused,
    j: () => focusNeighbour(1),
    k: () => focusNeighbour(-1),
    c: () => {
      const id = callbackAt(document.activeElement)
      const row = BUCKETS.flatMap((bucket) => rows[bucket]).find((one) => one.id === id)
      if (row && !row.isGone) call.call(row)
    },
  })
  return (
    <>
      <div ref={list} className={css.buckets}>
        {BUCKETS.map((bucket) => (
          <BucketSection
            key={bucket}
            bucket={bucket}
            count={worklist.counts[bucket]}
            rows={rows[bucket]}
            now={now}
            hasMore={worklist.buckets[bucket].next !== null}
            isFetchingMore={isFetchingMore}
            onShowMore={() => onShowMore(bucket)}
            calledId={call.called?.id}
            onCall={call.call}
          />
        ))}
      </div>
      <CallDock now={now} />
    </>
  )
}

/** With the number of those who should be called at once. */
function documentTitleOf({ counts: { overdue, due } }: Worklist): string {
  const waiting = overdue + due
  if (waiting === 0) return 'Callback desk'
  return `(${waiting > 999 ? '999+' : waiting}) Callback desk`
}
