import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, type Ref, type RefObject, useRef, useState } from 'react'
import type { RowsPage } from '../../../callback-request/calling/callback-row.ts'
import { counted } from '../../../callback-request/calling/counted.ts'
import { useKeptFocus } from '../../../ui/use-kept-focus.ts'
import { get } from '../../api.ts'
import { Button } from '../button.tsx'
import { Loaded } from '../notice.tsx'
import { focusHeading } from '../page.tsx'
import css from './records.module.css'
import { Records, type RecordsProps } from './records.tsx'

/**
 * A list that is shown page by page.
 *
 * @param key under which its pages are kept
 * @param parameters of the call, besides the cursor
 * @param options of the query that differ from the usual ones
 */
export function usePages<Row>(key: readonly unknown[], path: string, parameters: object = {}, options: object = {}) {
  return useInfiniteQuery({
    ...options,
    queryKey: key,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ ...parameters, ...(pageParam && { after: pageParam }) })
      return get<RowsPage<Row>>(`${path}?${query}`, signal)
    },
    initialPageParam: '',
    getNextPageParam: ({ next }: RowsPage<Row>) => next,
  })
}

/** A list that is shown page by page. */
type PagesQuery = UseInfiniteQueryResult<InfiniteData<unknown>>

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

interface ShowMoreProps {
  query: PagesQuery
  /** Whether the next page comes by itself. */
  goesOn: boolean
  /** What stands at the end of the list when there are no more rows. */
  children: ReactNode
}

/** The button for a list's next page. The focus goes from the last one, which is gone, to what stands in its place. */
function ShowMore({ query, goesOn, children }: ShowMoreProps) {
  const wasPressed = useRef(false)

  async function showMore() {
    wasPressed.current = true
    await fetchNextPage(query)
  }

  /** The end may come with a later page, which comes by itself. */
  function focusEnd(end: HTMLElement | null) {
    if (!end || !wasPressed.current) return
    wasPressed.current = false
    end.focus()
  }

  if (goesOn) return null
  return (
    <div className={css.end}>
      {query.hasNextPage ? (
        <Button look="outlined" aria-busy={query.isFetchingNextPage} onClick={showMore}>
          Show more
        </Button>
      ) : (
        <p ref={focusEnd} tabIndex={-1}>
          {children}
        </p>
      )}
    </div>
  )
}

interface PagedRecordsProps<Row> extends Omit<RecordsProps<Row>, 'rows'> {
  query: UseInfiniteQueryResult<InfiniteData<RowsPage<Row>>>
  /** Without them, all rows of the query. */
  rows?: Row[]
  /** What a row is, where screen readers are told how many are shown. */
  noun?: string
  /** What can have the focus in each row, where rows may disappear. */
  list?: RefObject<Map<string, HTMLElement>>
  /** Stands in the place of "Show more" while the next page comes by itself. */
  progress?: ReactNode
  /** Said after the last row, and where there are no rows. */
  end: string
  none: string
}

/** Records that are shown page by page: while they load, why they do not, and what follows them. */
export function PagedRecords<Row>(props: PagedRecordsProps<Row>) {
  const { query, rows = rowsOf(query), noun, list, progress, end, none, ...records } = props
  const none_ = useRef(new Map<string, HTMLElement>())
  useKeptFocus(list ?? none_, rows, focusHeading)
  return (
    <>
      <p role="status" className="visuallyHidden">
        {noun && query.data && `${counted(rows.length, noun)} ${rows.length === 1 ? 'is' : 'are'} shown.`}
      </p>
      <Loaded query={query}>
        {() => (
          <>
            {rows.length > 0 && <Records {...records} rows={rows} />}
            <ShowMore query={query} goesOn={Boolean(progress)}>
              {rows.length > 0 ? end : none}
            </ShowMore>
          </>
        )}
      </Loaded>
      <p role="status" className={css.end}>
        {query.data && progress}
      </p>
    </>
  )
}

/**
 * The rows of a list, and in their old places those that somebody is done with: otherwise the next one would come under
 * the finger that has just pressed.
 */
export function useDone<Row>(listed: Row[], keyOf: (row: Row) => string, order: (a: Row, b: Row) => number) {
  const [done, setDone] = useState<Row[]>([])
  const without = (rows: Row[], others: Row[]) => rows.filter((row) => !others.some((one) => keyOf(one) === keyOf(row)))
  return {
    done,
    rows: [...listed, ...without(done, listed)].sort(order),
    finish: (rows: Row[]) => setDone([...without(done, rows), ...rows]),
  }
}

/** Says what was done, in the place of the button that did it, which had the focus. */
export function Done({ ref, children }: { ref: Ref<HTMLParagraphElement>; children: ReactNode }) {
  return (
    <p ref={ref} tabIndex={-1} className="quiet target">
      {children}
    </p>
  )
}

/** The rows of all pages so far. */
export function rowsOf<Row>({ data }: Pick<UseInfiniteQueryResult<InfiniteData<RowsPage<Row>>>, 'data'>): Row[] {
  return data?.pages.flatMap(({ rows }) => rows) ?? []
}
