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
