/**
 * Finds expired leases of other instances. A lease has expired when this process has seen it unchanged for the lease's
 * length, by its own monotonic clock. No wall clock is used, so one that jumps, is wrong or differs from another
 * instance's neither ends a lease early nor prolongs it.
 */
export class LeaseWatch {
  readonly #lengthMs: number
  #firstSeen = new Map<string, number>()

  /** @param lengthMs longer than any delivery may take */
  constructor(lengthMs: number) {
    this.#lengthMs = lengthMs
  }

  /**
   * @param held all present leases, except this process's own
   * @param elapsedMs the monotonic clock's time, such as `performance.now()`
   * @returns those that have expired
   */
  expired(held: readonly string[], elapsedMs: number): string[] {
    this.#firstSeen = new Map(held.map((lease) => [lease, this.#firstSeen.get(lease) ?? elapsedMs]))
    return held.filter((lease) => elapsedMs - (this.#firstSeen.get(lease) ?? elapsedMs) >= this.#lengthMs)
  }
}
