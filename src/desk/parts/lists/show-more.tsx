import { type ReactNode, useRef } from 'react'
import { Button } from '../button.tsx'
import { fetchNextPage, type PagesQuery } from './fetch-next-page.ts'
import css from './show-more.module.css'

interface ShowMoreProps {
  query: PagesQuery
  /** Stands in the button's place while the next page comes by itself. */
  progress?: ReactNode
  /** What stands at the end of the list when there are no more rows. */
  children: ReactNode
}

/** The button for a list's next page. The focus goes from the last one, which is gone, to what stands in its place. */
export function ShowMore({ query, progress, children }: ShowMoreProps) {
  const wasPressed = useRef(false)

  async function showMore() {
    wasPressed.current = true
    await fetchNextPage(query)
  }

  function focusEnd(end: HTMLElement | null) {
    if (!end || !wasPressed.current) return
    wasPressed.current = false
    end.focus()
  }

  return (
    <div className={css.end}>
      {progress ? (
        <p role="status">{progress}</p>
      ) : query.hasNextPage ? (
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
