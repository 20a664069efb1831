/**
 * Says why a file is not JSON, for a person who does not know JSON: with the line, where Node tells it.
 *
 * @param error what `JSON.parse` threw
 */
export function jsonMistake(file: string, text: string, { message }: Error): string {
  if (text.trim() === '') return `${file}: is empty`
  const position = positionIn(text, message)
  if (position === undefined) return `${file}: cannot be read: ${message}`
  const [line, problem] = problemAt(text, position, message)
  return `${file}, line ${line}: ${problem}`
}

/** Where in the text Node stopped: it names a position, or shows ten letters on both sides of it. */
function positionIn(text: string, message: string): number | undefined {
  const [, position] = /at position (\d+)/.exec(message) ?? []
  if (position) return Number(position)
  const [, token = '', dots, excerpt = ''] =
    /^Unexpected token '(.+?)', (\.\.\.)?"(.*)"(?:\.\.\.)? is not/s.exec(message) ?? []
  const start = text.indexOf(excerpt)
  if (excerpt === '' || start < 0 || start !== text.lastIndexOf(excerpt)) return undefined
  return dots ? start + 10 : text.indexOf(token, start)
}

function problemAt(text: string, position: number, message: string): [line: number, problem: string] {
  const before = text.slice(0, position)
  const lineAt = (end: string) => end.split('\n').length
  const isFirstOfLine = /\n\s*$/.test(before)
  if (/string/.test(message) && text[position] === '\t') return [lineAt(before), 'a tab is in a text: write a space']
  if (/string/.test(message))
    return [lineAt(before), 'a text has no quotation mark at its end; the whole text is in one line']
  if (text.slice(position).trim() === '')
    return [lineAt(before.trimEnd()), 'the file ends too early: a closing bracket is missing']
  if (/,\s*$/.test(before) && /[}\]]/.test(text[position] ?? '')) {
    return [
      lineAt(before.trimEnd()),
      'the comma at the end is one too many: nothing follows before the closing bracket',
    ]
  }
  if (/Expected ','/.test(message) && isFirstOfLine) return [lineAt(before.trimEnd()), 'a comma is missing at the end']
  if (/Expected ','/.test(message)) {
    return [lineAt(before), 'a comma is missing, or a quotation mark is in the middle of a text: write “ and ” there']
  }
  if (/after JSON/.test(message)) return [lineAt(before), 'something follows after the last closing bracket']
  if (/escape/.test(message))
    return [lineAt(before), 'a text has a \\ in it, which has a meaning of its own: leave it out']
  if (/\s/.test(text[position] ?? ''))
    return [lineAt(before), 'a space is not an ordinary one, as when it is copied from a page: type it again']
  return [lineAt(before), `${text[position]} cannot stand here: names and texts are in straight quotation marks (")`]
}

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
