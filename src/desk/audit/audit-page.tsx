import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { AUDIT_KINDS, type AuditEvent } from '../../callback-request/calling/audit-kinds.ts'
import { type Filter, Filters, refusedFilters } from '../parts/lists/filters.tsx'
import { PagedRecords, usePages } from '../parts/lists/pages.tsx'
import { Page } from '../parts/page.tsx'
import { Instant, PersonLink } from '../parts/values.tsx'
import { staffQuery } from '../staff/staff-query.ts'
import { KIND_NAMES, whatHappened, whoDid } from './audit-words.ts'

const KINDS = AUDIT_KINDS.map((kind) => ({ value: kind, text: KIND_NAMES[kind] }))

/** The audit log, for managers, newest first. The filters are in the address. */
export function AuditPage() {
  const navigate = useNavigate({ from: '/audit' })
  const { data: staff } = useQuery(staffQuery)
  const people = staff?.map(({ id, name }) => ({ value: id, text: name })) ?? []
  const filters: Filter[] = [
    { name: 'kind', label: 'Kind', options: KINDS, any: 'Everything' },
    { name: 'staff', label: 'Staff', options: people, any: 'Everybody', former: String },
    { name: 'from', label: 'From', type: 'date' },
    { name: 'to', label: 'To', type: 'date' },
    { name: 'reference', label: 'Person, by a reference', type: 'text', maxLength: 20 },
  ]
  const search = useSearch({ from: '/frame/managers/audit' })
  const { left_out: _, ...filter } = search
  const query = usePages<AuditEvent>(['audit', filter], '/api/audit', filter)
  const refused = refusedFilters(query.error)
  const nameOf = (id: string) => people.find(({ value }) => value === id)?.text ?? id
  return (
    <Page title="Audit">
      <Filters
        name="Filters"
        filters={filters}
        values={search}
        errors={refused}
        onChange={(search) => navigate({ search, replace: true })}
      />
      {!refused && (
        <PagedRecords
          query={query}
          noun="event"
          name="Events"
          keyOf={({ id }) => id}
          columns={[
            { header: 'Time', cell: ({ at }) => <Instant at={at} to="seconds" /> },
            { header: 'Who', cell: (event) => <bdi>{whoDid(event, nameOf)}</bdi> },
            { header: 'What', cell: (event) => <What text={whatHappened(event, nameOf)} /> },
            { header: 'Address', cell: ({ client }) => (client ? <bdi>{client}</bdi> : '–') },
          ]}
          end="There are no older events."
          none="Nothing of this kind is recorded."
        />
      )}
    </Page>
  )
}

/** A reference such as 2738-D267. */
const REFERENCE = /([\dA-Z]{4}-[\dA-Z]{4})/

/** What happened, with its reference in one line, as a link to the person's page. */
function What({ text }: { text: string }) {
  const [before, reference, ...after] = text.split(REFERENCE)
  return (
    <bdi>
      {before}
      {reference && (
        <span className="oneLine">
          <PersonLink reference={reference} name={reference} />
        </span>
      )}
      {after}
    </bdi>
  )
}
