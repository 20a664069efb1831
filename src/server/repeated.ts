/** Work that is done again and again in the background, never twice at once. */
export class Repeated {
  readonly #work: () => Promise<void>
  readonly #pauseMs: number
  readonly #onFault: (error: unknown) => unknown
  #running: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  /**
   * @param pauseMs from the end of the work, also of work that failed, to its next beginning
   * @param onFault tells why the work failed
   */
  constructor(work: () => Promise<void>, pauseMs: number, onFault: (error: unknown) => unknown) {
    this.#work = work
    this.#pauseMs = pauseMs
    this.#onFault = onFault
  }

  /** Does the work now, and from then on again. */
  start(): void {
    this.#running = this.#work()
      .catch(this.#onFault)
      .then(() => {
        if (!this.#isClosed) this.#timer = setTimeout(() => this.start(), this.#pauseMs).unref()
      })
  }

  /** Ends after the running work. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.idle()
  }

  /** Resolves when the running work has ended. */
  async idle(): Promise<void> {
    await this.#running
  }
}
