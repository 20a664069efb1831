/** How far an export has come. */
export interface Progress {
  /** The session that asked for it: its `token_hash`. */
  session: string
  url: string
  rows: number
  done: boolean
}

/** Tells open pages how far an export has come. */
export class ExportProgress {
  readonly #listeners = new Set<(progress: Progress) => void>()

  publish(progress: Progress): void {
    for (const listener of this.#listeners) listener(progress)
  }

  /** @returns a function that ends it */
  subscribe(listener: (progress: Progress) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
