import { useInfiniteQuery } from '@tanstack/react-query'
import { get } from '../../api.ts'

/** A page of a list, and the cursor of the next one. */
export interface RowsPage<Row> {
  rows: Row[]
  next: string | null
}

/**
 * A list that is shown page by page.
 *
 * @param key under which its pages are kept
 * @param parameters of the call, besides the cursor
 */
export function usePages<Row>(key: readonly unknown[], path: string, parameters: object = {}) {
  return useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ ...parameters, ...(pageParam && { after: pageParam }) })
      return get<RowsPage<Row>>(`${path}?${query}`, signal)
    },
    initialPageParam: '',
    getNextPageParam: ({ next }: RowsPage<Row>) => next,
  })
}
