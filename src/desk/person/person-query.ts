import { queryOptions } from '@tanstack/react-query'
import type { Person } from '../../callback-request/calling/person.ts'
import { get } from '../api.ts'
import { PERSON_KEY } from '../call/call-query.ts'

export function personQuery(reference: string) {
  return queryOptions({
    queryKey: [...PERSON_KEY, reference],
    queryFn: ({ signal }) => get<Person>(`/api/requests/${encodeURIComponent(reference)}`, signal),
  })
}
