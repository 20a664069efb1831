/**
 * Characters that run from right to left, or can make other text do so: the blocks that Unicode reserves for such
 * scripts (https://www.unicode.org/Public/UNIDATA/extracted/DerivedBidiClass.txt, R and AL), and direction controls.
 */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]|\p{Bidi_Control}/u

/** LRI, RLI, FSI and PDI, with which a text could end the isolation around it. */
const ISOLATION_CONTROLS = /[\u2066-\u2069]/g

/** Unicode's line and paragraph separators. The end of a paragraph ends every isolation. */
const SEPARATORS = /[\u2028\u2029]/g

/**
 * Isolates a line that a visitor typed, so that the text around it keeps its order whatever the line contains (Unicode
 * Bidirectional Algorithm: between FSI and PDI). A line that cannot change the order gets no controls.
 */
export function isolated(line: string): string {
  const inside = line.replace(SEPARATORS, ' ').replace(ISOLATION_CONTROLS, '')
  return RIGHT_TO_LEFT.test(inside) ? `\u2068${inside}\u2069` : inside
}
