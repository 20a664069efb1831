import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { labelOf } from '../../callback-request/calling/outcomes.ts'
import type { Missed } from '../../callback-request/calling/report.ts'
import type { ReportRange } from '../../callback-request/calling/report-range.ts'
import { get } from '../api.ts'
import { PagedRecords, type RowsPage } from '../parts/lists/pages.tsx'
import { Instant, PersonLink } from '../parts/values.tsx'

const NAME = 'Not called within the chosen slot'

/** The people who were not called within the chosen slot, newest first. As the report, it is read when somebody asks. */
export function MissedList(range: ReportRange) {
  const query = useInfiniteQuery({
    queryKey: ['report', range, 'missed'],
    queryFn: ({ pageParam, signal }) => {
      const search = new URLSearchParams({ ...range, ...(pageParam && { after: pageParam }) })
      return get<RowsPage<Missed>>(`/api/report/missed?${search}`, signal)
    },
    initialPageParam: '',
    getNextPageParam: ({ next }: RowsPage<Missed>) => next,
    staleTime: 'static',
    gcTime: 0,
  })
  const headingId = useId()
  return (
    <section className="stack" aria-labelledby={headingId}>
      <h2 id={headingId} ref={focus} tabIndex={-1}>
        {NAME}
      </h2>
      <PagedRecords
        query={query}
        noun="person"
        name={NAME}
        keyOf={({ reference }) => reference}
        columns={[
          { header: 'Name', cell: ({ reference, name }) => <PersonLink reference={reference} name={name} /> },
          { header: 'Slot', cell: ({ slot }) => slot },
          { header: 'From', cell: ({ due_from }) => <Instant at={due_from} to="minutes" /> },
          { header: 'First call', cell: ({ first_call }) => <FirstCall call={first_call} /> },
        ]}
        end="These are all."
        none="Everybody was called within the chosen slot."
      />
    </section>
  )
}

/** Whoever asked for the list goes on there. */
function focus(heading: HTMLElement | null) {
  heading?.focus()
}

function FirstCall({ call }: { call: Missed['first_call'] }) {
  if (!call) return 'Not called yet'
  return (
    <>
      <Instant at={call.began_at} to="minutes" />, {labelOf(call.outcome)}, <bdi>{call.by}</bdi>
    </>
  )
}
