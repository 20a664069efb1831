import { useId } from 'react'
import { labelOf } from '../../callback-request/calling/outcomes.ts'
import type { Missed } from '../../callback-request/calling/report.ts'
import type { ReportRange } from '../../callback-request/calling/report-range.ts'
import { PagedRecords, usePages } from '../parts/lists/pages.tsx'
import { Instant, PersonLink } from '../parts/values.tsx'

/** Each reading is recorded and may take seconds: it is made when somebody asks, and not again at each event. */
export const READ_WHEN_ASKED = { staleTime: 'static', gcTime: 0 } as const

const NAME = 'Not called within the chosen slot'

/** The people who were not called within the chosen slot, newest first. @param countedAt a newer count reads them again */
export function MissedList({ countedAt, ...range }: ReportRange & { countedAt: number }) {
  const query = usePages<Missed>(['missed', range, countedAt], '/api/report/missed', range, READ_WHEN_ASKED)
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
