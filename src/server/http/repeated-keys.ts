/** The parts of a JSON text that decide which strings are keys, and of which object. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g

/**
 * Whether an object of a JSON text names a key twice, at any depth, however the key is escaped. Parsers differ on which
 * of the two counts, so what one program has checked is not what another one reads.
 *
 * @param json a text that `JSON.parse` has taken
 */
export function hasRepeatedKey(json: string): boolean {
  const open: Set<string>[] = []
  let string = ''
  for (const [token] of json.matchAll(TOKENS)) {
    if (token === '{' || token === '[') open.push(new Set())
    else if (token === '}' || token === ']') open.pop()
    else if (token !== ':') string = token
    else {
      const keys = open.at(-1)
      const key: string = JSON.parse(string)
      if (keys?.has(key)) return true
      keys?.add(key)
    }
  }
  return false
}
