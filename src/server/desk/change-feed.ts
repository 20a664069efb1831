/** Tells the open pages of this instance which callbacks have changed. */
export class ChangeFeed {
  readonly #listeners = new Set<(ids: readonly string[]) => void>()

  /** @param ids of the callbacks; none means that anything may have changed */
  publish(ids: readonly string[]): void {
    for (const listener of this.#listeners) listener(ids)
  }

  /** @returns a function that ends it */
  subscribe(listener: (ids: readonly string[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
