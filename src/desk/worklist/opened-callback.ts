/** The row from which somebody went to a person's page, and the place of the worklist in the browser's history. */
let opened: { historyEntry: string | undefined; id: string } | undefined

export function rememberOpened(historyEntry: string | undefined, id: string): void {
  opened = { historyEntry, id }
}

/** The callback that was opened from this place in the history, if it was the last that was opened. */
export function openedAt(historyEntry: string | undefined): string | undefined {
  return opened?.historyEntry === historyEntry ? opened?.id : undefined
}
