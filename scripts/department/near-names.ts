const MOST_NAMES = 3

/** The names that are most like what was typed, the nearest first; none when nothing is like it. */
export function nearNames(typed: string, names: readonly string[]): string[] {
  const wanted = plain(typed)
  const most = Math.floor(wanted.length / 3)
  return names
    .map((name) => ({ name, distance: Math.min(...wordsOf(name).map((word) => distance(wanted, word))) }))
    .filter(({ distance }) => distance <= most)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, MOST_NAMES)
    .map(({ name }) => name)
}

/** The name, and what follows its last slash, which people know better. */
const wordsOf = (name: string) => [plain(name), plain(name.split('/').at(-1) ?? '')]

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** How many letters must be added, removed or replaced (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [above, letter] of [...one].entries()) {
    const next = [above + 1]
    for (let at = 0; at < other.length; at++) {
      const replaced = (row[at] ?? 0) + (other[at] === letter ? 0 : 1)
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
