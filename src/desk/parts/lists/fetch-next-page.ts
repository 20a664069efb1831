import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'

/** A list that is shown page by page. */
export type PagesQuery = Pick<
  UseInfiniteQueryResult<InfiniteData<unknown>>,
  'data' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
>

/**
 * Fetches a list's next page. The pages shown may just be fetched again, and an event that arrives meanwhile fetches
 * them in place of the next one: then this asks for the next page once more.
 */
export async function fetchNextPage(query: PagesQuery): Promise<void> {
  const shown = query.data?.pages.length
  let result: Awaited<ReturnType<PagesQuery['fetchNextPage']>>
  do result = await query.fetchNextPage({ cancelRefetch: false })
  while (result.isSuccess && result.hasNextPage && result.data.pages.length === shown)
}
