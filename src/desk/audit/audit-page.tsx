import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { AUDIT_KINDS } from '../../callback-request/audit-kinds.ts'
import { startOfLocalDay } from '../../callback-request/local-clock.ts'
import { Loaded } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { ShowMore, usePages } from '../parts/pages.tsx'
import { Records } from '../parts/records.tsx'
import { Instant } from '../parts/values.tsx'
import { useMe } from '../session.ts'
import { staffQuery } from '../staff/staff-query.ts'
import { AuditFilters, type AuditSearch, FILTERS } from './audit-filters.tsx'
import { type AuditEvent, whatHappened, whoDid } from './audit-words.ts'

/** The audit log, for managers, newest first. The filters are in the address. */
export function AuditPage() {
  const given = useSearch({ from: '/frame/managers/audit' })
  const navigate = useNavigate({ from: '/audit' })
  const { time_zone: timeZone } = useMe()
  const staff = useQuery(staffQuery)
  const known = {
    kind: (kind: string) => AUDIT_KINDS.some((one) => one === kind),
    staff: (id: string) => !staff.data || staff.data.some((person) => person.id === id),
    from: (day: string) => startOfLocalDay(day, timeZone) !== undefined,
    to: (day: string) => startOfLocalDay(day, timeZone) !== undefined,
  }
  const search: AuditSearch = {}
  for (const name of FILTERS) {
    const value = given[name]
    if (value !== undefined && known[name](value)) search[name] = value
  }
  const nameOf = (id: string) => staff.data?.find((person) => person.id === id)?.name ?? id
  const someAreUnknown = FILTERS.some((name) => given[name] !== search[name])

  return (
    <Page title="Audit">
      <AuditFilters
        search={search}
        staff={staff.data ?? []}
        onChange={(changed) => navigate({ search: changed, replace: true })}
      />
      {someAreUnknown && <p>A filter in the address of this page is unknown and was left out.</p>}
      <Events search={search} nameOf={nameOf} />
    </Page>
  )
}

function Events({ search, nameOf }: { search: AuditSearch; nameOf: (id: string) => string }) {
  const query = usePages<AuditEvent>(['audit', search], '/api/audit', search)
  return (
    <Loaded query={query}>
      {({ pages }) => {
        const rows = pages.flatMap((page) => page.rows)
        return (
          <>
            <p role="status" className="visuallyHidden">
              {rows.length === 1 ? '1 event is shown.' : `${rows.length} events are shown.`}
            </p>
            {rows.length > 0 && (
              <Records
                name="Events"
                tableFrom="48rem"
                rows={rows}
                keyOf={({ id }) => id}
                columns={[
                  { header: 'Time', cell: ({ at }) => <Instant at={at} to="seconds" /> },
                  { header: 'Who', cell: (event) => <bdi>{whoDid(event, nameOf)}</bdi> },
                  { header: 'What', cell: (event) => <bdi>{whatHappened(event, nameOf)}</bdi> },
                  { header: 'Address', cell: ({ client }) => (client ? <bdi>{client}</bdi> : '–') },
                ]}
              />
            )}
            <ShowMore query={query}>
              {rows.length > 0 ? 'There are no older events.' : 'Nothing of this kind is recorded.'}
            </ShowMore>
          </>
        )
      }}
    </Loaded>
  )
}
