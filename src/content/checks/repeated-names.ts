/**
 * The names that are in the same group twice, a line for each: JSON takes the last only, and the person may have changed
 * the first.
 *
 * @param text can be read as JSON
 */
export function repeatedNames(file: string, text: string): string[] {
  const groups: Set<string>[] = []
  return Array.from(text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{}]/g)).flatMap(
    ({ 0: found, 1: name, 2: colon, index }) => {
      if (found === '{') groups.push(new Set())
      if (found === '}') groups.pop()
      const names = groups.at(-1)
      if (!name || !colon || !names) return []
      if (names.has(name))
        return [`${file}, line ${text.slice(0, index).split('\n').length}: ${name} is in this group twice; remove one`]
      names.add(name)
      return []
    },
  )
}
