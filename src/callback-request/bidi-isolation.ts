/**
 * What runs from right to left, or can make other text do so: the blocks that Unicode reserves for such scripts
 * (https://www.unicode.org/Public/UNIDATA/extracted/DerivedBidiClass.txt, R and AL), and the controls of direction.
 */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]|\p{Bidi_Control}/u

/** LRI, RLI, FSI and PDI: with them a text could end the isolation around it. */
const ISOLATION_CONTROLS = /[\u2066-\u2069]/g

/** Unicode's line and paragraph separators. A paragraph's end ends every isolation. */
const SEPARATORS = /[\u2028\u2029]/g

/**
 * One line that a visitor typed, for a place where other text stands around it: whatever its letters and controls,
 * that other text keeps its order (Unicode Bidirectional Algorithm: between FSI and PDI). A text that cannot change
 * any order gets no such sign.
 */
export function isolated(line: string): string {
  const inside = line.replace(SEPARATORS, ' ').replace(ISOLATION_CONTROLS, '')
  return RIGHT_TO_LEFT.test(inside) ? `\u2068${inside}\u2069` : inside
}
