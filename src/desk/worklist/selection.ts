import type { CallbackRow } from '../../callback-request/calling/callback-row.ts'
import type { Position } from '../call/call-state.ts'

export interface Selection<Row> {
  /** The row that keys and pane mean. */
  selected: Row | undefined
  /** Whether somebody chose it, or a saved call led to it. Otherwise it is selected by itself. */
  isChosen: boolean
  /** Who is next in the order of the list. */
  offered: Row | undefined
}

interface Situation {
  /** Whether one can call there. */
  isFree: (row: CallbackRow) => boolean
  /** Whoever was just called is not offered as the next. */
  savedId: string | undefined
  /** When the rows were read, UTC, ISO 8601. */
  readAt: string
}

/**
 * A row that somebody chose stays selected, until somebody has called there since. After a saved call it is the first of
 * those that follow who can be called; otherwise the one that is offered.
 *
 * @param rows who waits, in the order of the list
 */
export function selectionOf<Row extends CallbackRow>(
  position: Position | undefined,
  rows: readonly Row[],
  { isFree, savedId, readAt }: Situation,
): Selection<Row> {
  const free = rows.filter((row) => isFree(row) && row.id !== savedId)
  const offered = free.find(({ due_from }) => due_from <= readAt) ?? free[0]
  const found = (position?.ids ?? []).flatMap((wanted) => rows.find(({ id }) => id === wanted) ?? [])
  const chosen = position?.isChosen ? found.find(({ last }) => last?.at === position.lastCall) : found.find(isFree)
  return { selected: chosen ?? offered ?? rows[0], isChosen: chosen !== undefined, offered }
}

/** Who stands below a row in its table. */
export function idsBelow(row: CallbackRow, tables: readonly (readonly CallbackRow[])[]): readonly string[] {
  const ids = tables.map((rows) => rows.map(({ id }) => id)).find((table) => table.includes(row.id)) ?? []
  return ids.slice(ids.indexOf(row.id) + 1)
}
