/**
 * What a figure is compared with: a number, shown beside the floor if there is one; a multiple of a floor; or a
 * distance above it.
 */
export type Standard =
  | { at: 'most' | 'least'; value: number; floor?: Floor }
  | { at: 'most' | 'least'; times: number; floor: Floor }
  | { at: 'most'; above: number; floor: Floor }

/** The least that the same work could cost, measured in the same run. */
export interface Floor {
  what: string
  value: number
}

export type Unit = 'B' | 'KB' | 'MB' | 'ms' | '/s' | 'points' | ''

/** One line of the table. */
export interface Finding {
  part: 'Page' | 'Accepting' | 'Serving' | 'Desk' | 'Growing'
  what: string
  value: number
  unit: Unit
  /** The finding holds when it meets one of these. */
  standards: readonly [Standard, ...Standard[]]
}

export function holds({ value, standards }: Finding): boolean {
  return standards.some((standard) => meets(value, standard))
}

/** The figure that a standard requires, in the finding's unit. */
export function boundOf(standard: Standard): number {
  if ('times' in standard) return standard.times * standard.floor.value
  if ('above' in standard) return standard.floor.value + standard.above
  return standard.value
}

/** Formats a figure with three digits: the measurements are not more precise. */
export function amount(value: number, unit: Unit): string {
  const digits = Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3)
  return `${Number(digits).toLocaleString('en')}${unit === '' || unit === '/s' ? unit : ` ${unit}`}`
}

function meets(value: number, standard: Standard): boolean {
  const bound = boundOf(standard)
  return standard.at === 'most' ? value <= bound : value >= bound
}
