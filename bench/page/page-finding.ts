import type { Finding, Floor, Standard, Unit } from '../finding.ts'

/** A row in the page's part of the table. It holds when it meets one of the standards. */
export function pageFinding(what: string, value: number, unit: Unit, ...standards: [Standard, ...Standard[]]): Finding {
  return { part: 'Page', what, value, unit, standards }
}

/** A row in the page's part of the table that holds up to a number. */
export function atMost(most: number, what: string, value: number, unit: Unit, floor?: Floor): Finding {
  return pageFinding(what, value, unit, { at: 'most', value: most, ...(floor && { floor }) })
}
