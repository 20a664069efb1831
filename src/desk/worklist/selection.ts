import type { CallbackRow } from '../../callback-request/calling/callback-row.ts'
import type { Position } from '../call/call-state.ts'

/**
 * The row that keys and pane mean. One that somebody chose stays, until somebody has called there since. After a saved
 * call it is the first of those that follow who can be called, and whom nobody has called since; otherwise the one that is
 * offered.
 *
 * @param rows who waits, in the order of the list
 * @param offered who is next in this order
 * @returns `isChosen`: whether somebody chose it, or a saved call led to it. Otherwise it is selected by itself
 */
export function selectionOf<Row extends CallbackRow>(
  position: Position | undefined,
  rows: readonly Row[],
  { isFree, offered }: { isFree: (row: CallbackRow) => boolean; offered: Row | undefined },
): { selected: Row | undefined; isChosen: boolean } {
  const found = (position?.ids ?? []).flatMap((wanted) => rows.find(({ id }) => id === wanted) ?? [])
  const chosen = found.find((row) => {
    const lastCall = row.last?.at
    if (position?.isChosen === false) return isFree(row) && (lastCall ?? '') <= position.savedAt
    return lastCall === position?.lastCall
  })
  return { selected: chosen ?? offered ?? rows[0], isChosen: chosen !== undefined }
}

/** Who stands below a row in its table. */
export function idsBelow(row: CallbackRow, tables: readonly (readonly CallbackRow[])[]): readonly string[] {
  const ids = tables.map((rows) => rows.map(({ id }) => id)).find((table) => table.includes(row.id)) ?? []
  return ids.slice(ids.indexOf(row.id) + 1)
}
