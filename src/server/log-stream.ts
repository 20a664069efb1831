import { writeSync } from 'node:fs'

/** How much is kept while the log accepts nothing, in characters: about 1,000 lines. */
const MAX_KEPT = 256 * 1_024

/** The pause before the next try after the log accepted nothing. */
const RETRY_MS = 250

/**
 * Writes log lines to a file descriptor and never waits for it. Lines are written at the end of the current turn of the
 * event loop. While the descriptor accepts nothing (a full disk, a reader that has stopped reading), up to 256 KiB are
 * kept and tried again; lines beyond that are dropped and counted.
 *
 * A pipe or a socket must be non-blocking. A terminal may block while its user has paused it.
 */
export class LogStream {
  readonly #descriptor: number
  readonly #onDropped: (lines: number) => void
  #kept: string[] = []
  #keptLength = 0
  /** The rest of a write that the descriptor accepted only in part. */
  #rest = Buffer.alloc(0)
  #dropped = 0
  #droppedBefore = 0
  #isScheduled = false

  /** @param onDropped receives the number of dropped lines as soon as the log accepts lines again */
  constructor(descriptor: number, { onDropped }: { onDropped: (lines: number) => void }) {
    this.#descriptor = descriptor
    this.#onDropped = onDropped
  }

  /** How many lines were dropped since the start, also while the log still accepts none. */
  get dropped(): number {
    return this.#droppedBefore + this.#dropped
  }

  write(line: string): void {
    if (this.#keptLength + line.length > MAX_KEPT) {
      this.#dropped++
      return
    }
    this.#kept.push(line)
    this.#keptLength += line.length
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => this.flush())
  }

  /** Writes what the descriptor accepts now. Call it before the process exits. */
  flush(): void {
    this.#isScheduled = false
    const bytes = Buffer.concat([this.#rest, Buffer.from(this.#kept.join(''))])
    this.#kept = []
    this.#rest = bytes.subarray(this.#write(bytes))
    this.#keptLength = this.#rest.length
    if (this.#rest.length > 0) {
      this.#isScheduled = true
      setTimeout(() => this.flush(), RETRY_MS).unref()
    } else if (this.#dropped > 0) {
      const dropped = this.#dropped
      this.#dropped = 0
      this.#droppedBefore += dropped
      this.#onDropped(dropped)
    }
  }

  /** @returns how many bytes the descriptor accepted */
  #write(bytes: Buffer): number {
    let written = 0
    try {
      while (written < bytes.length) written += writeSync(this.#descriptor, bytes, written)
    } catch {
      // It accepts no more now, whatever the reason. The number of dropped lines is logged when it does again.
    }
    return written
  }
}
