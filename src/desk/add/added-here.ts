const added = new Set<string>()

/** Keeps in mind that a request was added in this tab: nobody needs to be told of one's own. */
export function keepAddedHere(reference: string): void {
  added.add(reference)
}

/** Whether the newest request of a callback was added in this tab. */
export function isAddedHere({ references: [newest] }: { references: readonly string[] }): boolean {
  return newest !== undefined && added.has(newest)
}
