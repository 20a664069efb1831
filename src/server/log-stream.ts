import { writeSync } from 'node:fs'

/**
 * Writes log lines to a file descriptor and never waits for it. While the descriptor accepts nothing (a full disk, a
 * reader that has stopped reading), lines are dropped and counted. A line that was accepted in part is completed first.
 *
 * A pipe or a socket must be non-blocking. A terminal may block while its user has paused it.
 */
export class LogStream {
  readonly #descriptor: number
  readonly #onDropped: (lines: number) => void
  /** What the descriptor has not accepted yet of the latest line. */
  #rest: Uint8Array = Buffer.alloc(0)
  #dropped = 0
  #told = 0

  /** @param onDropped receives the number of dropped lines as soon as the log accepts lines again */
  constructor(descriptor: number, { onDropped }: { onDropped: (lines: number) => void }) {
    this.#descriptor = descriptor
    this.#onDropped = onDropped
  }

  /** How many lines were dropped since the start, also while the log still accepts none. */
  get dropped(): number {
    return this.#dropped
  }

  write(line: string): void {
    if (!this.#flush()) {
      this.#dropped++
      return
    }
    this.#rest = Buffer.from(line)
    const untold = this.#dropped - this.#told
    if (!this.#flush() || untold === 0) return
    this.#told = this.#dropped
    this.#onDropped(untold)
  }

  /** @returns whether everything is written */
  #flush(): boolean {
    try {
      while (this.#rest.length > 0) this.#rest = this.#rest.subarray(writeSync(this.#descriptor, this.#rest))
    } catch {
      // It accepts no more now, whatever the reason. The number of dropped lines is logged when it does again.
    }
    return this.#rest.length === 0
  }
}
