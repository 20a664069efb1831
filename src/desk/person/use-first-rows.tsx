import { type ReactNode, useState } from 'react'
import { Button } from '../parts/button.tsx'

/** The first rows of a long list, and a button that shows all. */
export function useFirstRows<Row>(
  rows: readonly Row[],
  count: number,
  what: string,
): { shown: readonly Row[]; more: ReactNode } {
  const [isAll, setIsAll] = useState(false)
  // A button for a single row would take as much room as the row.
  if (rows.length <= count + 1) return { shown: rows, more: null }
  return {
    shown: isAll ? rows : rows.slice(0, count),
    more: (
      <div>
        <Button look="inline" aria-expanded={isAll} onClick={() => setIsAll(!isAll)}>
          {isAll ? `Show fewer ${what}` : `Show all ${rows.length} ${what}`}
        </Button>
      </div>
    ),
  }
}
