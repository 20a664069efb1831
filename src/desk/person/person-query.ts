import { type InfiniteData, infiniteQueryOptions, type UseInfiniteQueryResult } from '@tanstack/react-query'
import type { Person } from '../../callback-request/calling/person.ts'
import { get } from '../api.ts'

export type PersonQuery = UseInfiniteQueryResult<InfiniteData<Person>>

export const PERSON_KEY = ['person']

/** A person; each further page has more of the other callbacks of the number. */
export function personQuery(reference: string) {
  return infiniteQueryOptions({
    queryKey: [...PERSON_KEY, reference],
    queryFn: ({ pageParam, signal }) => {
      const after = pageParam && `?${new URLSearchParams({ after: pageParam })}`
      return get<Person>(`/api/requests/${encodeURIComponent(reference)}${after}`, signal)
    },
    initialPageParam: '',
    getNextPageParam: ({ others }: Person) => others.next,
  })
}
