/** Random numbers that are the same for the same seed: mulberry32. They are not for secrets. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** True as often as a share from 0 to 1 says. */
  chance(share: number): boolean {
    return this.next() < share
  }

  /** A whole number from 0 to below a limit. */
  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  /** @param values at least one */
  pick<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)] as Value
  }

  /** @param weights how often each value is picked, in their order */
  weighted<Value>(values: readonly Value[], weights: readonly number[]): Value {
    return this.pick(values.flatMap((value, index) => Array<Value>(weights[index] ?? 0).fill(value)))
  }
}
