import { writeSync } from 'node:fs'

/** What is kept for a log that takes nothing, in characters: some 1,000 lines. */
const MOST_KEPT = 256 * 1_024

/** How long a log that took nothing is left alone before it is tried again. */
const RETRY_MS = 250

/**
 * Writes log lines to a file descriptor and never waits for it. Lines are written at the end of the turn of the event
 * loop in which they came. While the descriptor takes nothing (a full disk, a reader that has stopped reading) up to
 * 256 KiB are kept and tried again; lines beyond that are dropped and counted.
 *
 * A pipe or a socket must not block: see `standardError`. A terminal may block while its user has stopped it.
 */
export class LogStream {
  readonly #descriptor: number
  readonly #onDropped: (lines: number) => void
  #kept: string[] = []
  #keptLength = 0
  /** The rest of what the descriptor took only in part. */
  #rest = Buffer.alloc(0)
  #dropped = 0
  #isScheduled = false

  /** @param onDropped is told how many lines were dropped, as soon as the log takes lines again */
  constructor(descriptor: number, { onDropped }: { onDropped: (lines: number) => void }) {
    this.#descriptor = descriptor
    this.#onDropped = onDropped
  }

  write(line: string): void {
    if (this.#keptLength + line.length > MOST_KEPT) {
      this.#dropped++
      return
    }
    this.#kept.push(line)
    this.#keptLength += line.length
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => this.flush())
  }

  /** Writes what the descriptor takes now. Call it before the process exits. */
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
      this.#onDropped(dropped)
    }
  }

  /** @returns how many bytes the descriptor took */
  #write(bytes: Buffer): number {
    let written = 0
    try {
      while (written < bytes.length) written += writeSync(this.#descriptor, bytes, written)
    } catch {
      // It takes no more now, whatever the reason. The count of lost lines is logged when it does.
    }
    return written
  }
}

/**
 * The descriptor of standard error. From here on a write to it does not wait for a reader where it is a pipe or a
 * socket: Node makes both non-blocking when it opens its own stream on them.
 */
export function standardError(): number {
  return process.stderr.fd
}
