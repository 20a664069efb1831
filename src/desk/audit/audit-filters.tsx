import { useRef } from 'react'
import { AUDIT_KINDS } from '../../callback-request/audit-kinds.ts'
import { TextField } from '../../ui/field.tsx'
import { Button } from '../parts/button.tsx'
import { SelectField } from '../parts/fields.tsx'
import type { StaffMember } from '../staff/staff-query.ts'
import css from './audit-page.module.css'
import { AUDIT_WORDS } from './audit-words.ts'

/** The audit page's filters as they are in its address. Days are local and both included. */
export interface AuditSearch {
  kind?: string
  staff?: string
  from?: string
  to?: string
}

export const FILTERS = ['kind', 'staff', 'from', 'to'] as const

/** Reads the filters from the address, and drops everything else. */
export function readAuditSearch(given: Record<string, unknown>): AuditSearch {
  const search: AuditSearch = {}
  for (const name of FILTERS) if (typeof given[name] === 'string' && given[name] !== '') search[name] = given[name]
  return search
}

const KINDS = [
  { value: '', label: 'Everything' },
  ...AUDIT_KINDS.map((kind) => ({ value: kind, label: AUDIT_WORDS[kind].kind })),
]

/** While a year is typed, the field has years such as 0002. */
const FIRST_DAY = '2000-01-01'

interface AuditFiltersProps {
  search: AuditSearch
  staff: readonly StaffMember[]
  onChange: (search: AuditSearch) => void
}

/** The filters act as soon as they are changed. */
export function AuditFilters({ search, staff, onChange }: AuditFiltersProps) {
  const filters = useRef<HTMLElement>(null)
  const people = [{ value: '', label: 'Everybody' }, ...staff.map(({ id, name }) => ({ value: id, label: name }))]

  function change(name: keyof AuditSearch, value: string) {
    const { [name]: _, ...others } = search
    onChange(value ? { ...others, [name]: value } : others)
  }

  function changeDay(name: 'from' | 'to', day: string) {
    if (day === '' || day >= FIRST_DAY) change(name, day)
  }

  function clear() {
    for (const day of filters.current?.querySelectorAll('input') ?? []) day.value = ''
    onChange({})
    document.getElementById('kind')?.focus()
  }

  return (
    <search ref={filters} className={css.filters} aria-label="Filters">
      <SelectField
        id="kind"
        label="Kind"
        options={KINDS}
        value={search.kind ?? ''}
        onChange={({ target }) => change('kind', target.value)}
      />
      <SelectField
        id="staff"
        label="Staff"
        options={people}
        value={search.staff ?? ''}
        onChange={({ target }) => change('staff', target.value)}
      />
      <TextField
        id="from"
        label="From"
        type="date"
        defaultValue={search.from}
        onChange={({ target }) => changeDay('from', target.value)}
      />
      <TextField
        id="to"
        label="To"
        type="date"
        defaultValue={search.to}
        onChange={({ target }) => changeDay('to', target.value)}
      />
      {FILTERS.some((name) => search[name]) && (
        <Button look="plain" onClick={clear}>
          Clear
        </Button>
      )}
    </search>
  )
}
