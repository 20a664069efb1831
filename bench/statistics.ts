/** @throws RangeError when there are no values */
export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/**
 * How much a series grew over its last half: the median at its end minus the median at its middle.
 *
 * @throws RangeError when there are no values
 */
export function growthOverLastHalf(values: readonly number[]): number {
  const lastHalf = values.slice(values.length / 2)
  const part = Math.max(1, Math.floor(lastHalf.length / 4))
  return median(lastHalf.slice(-part)) - median(lastHalf.slice(0, part))
}

/**
 * The smallest value that `percent` of a hundred do not exceed (nearest rank), so always one of the values.
 *
 * @throws RangeError when there are no values
 */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)]
  if (value === undefined) throw new RangeError('No values, no percentile')
  return value
}
