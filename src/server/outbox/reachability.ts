import type { DeliveryResult } from './settlement.ts'

/** What is known of a server to which some channels deliver: whether the latest attempt reached it. */
export class Reachability {
  readonly #onReturn: () => Promise<void>
  #isReached = false

  /** @param onReturn called when an attempt has reached the server after one that had not, and at the first after a start */
  constructor(onReturn: () => Promise<void>) {
    this.#onReturn = onReturn
  }

  /** Takes the result of an attempt, after it has been stored. @throws what `onReturn` throws: the next success calls it again */
  async learnFrom(result: DeliveryResult): Promise<void> {
    const isReached = result.kind === 'delivered' || (result.kind === 'failed' && result.cause === 'message')
    if (!isReached) {
      if (result.kind === 'failed' && result.cause === 'channel') this.#isReached = false
      return
    }
    if (this.#isReached) return
    this.#isReached = true
    try {
      await this.#onReturn()
    } catch (error) {
      this.#isReached = false
      throw error
    }
  }
}
