/**
 * Tells when other instances' leases have run out. A lease has run out once this process has seen it unchanged for
 * the lease's length, by its own stopwatch. No wall clock is asked: none that jumps, is set wrong or differs from
 * another instance's can end a lease early or keep it alive.
 */
export class LeaseWatch {
  readonly #lengthMs: number
  #firstSeen = new Map<string, number>()

  /** @param lengthMs longer than any delivery may take */
  constructor(lengthMs: number) {
    this.#lengthMs = lengthMs
  }

  /**
   * @param held every lease there is now, but for this process's own
   * @param elapsedMs a reading of the stopwatch, such as `performance.now()`
   * @returns those that have run out
   */
  expired(held: readonly string[], elapsedMs: number): string[] {
    this.#firstSeen = new Map(held.map((lease) => [lease, this.#firstSeen.get(lease) ?? elapsedMs]))
    return held.filter((lease) => elapsedMs - (this.#firstSeen.get(lease) ?? elapsedMs) >= this.#lengthMs)
  }
}
