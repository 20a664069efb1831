import { createInterface } from 'node:readline/promises'
import type { DepartmentDetails } from '../../src/content/schema.ts'
import type { Check } from './changes.ts'
import { type Fact, problemsOf } from './facts.ts'

/** What leads to the question before. */
const BACK = '<'

/**
 * Asks for each fact on the terminal. Enter keeps the present value, and `<` goes back to the question before; after a
 * wrong answer the question comes again.
 *
 * @param factsFor the facts of a department: which languages it has decides which names are asked
 * @returns what was answered, by option; undefined when the person stops, by Ctrl-C or Ctrl-D
 */
export async function ask(
  factsFor: (details: DepartmentDetails) => readonly Fact[],
  present: DepartmentDetails,
  check: Check,
): Promise<Map<string, string> | undefined> {
  const terminal = createInterface(process.stdin, process.stdout)
  const stopped = new AbortController()
  terminal.on('close', () => stopped.abort())
  const question = (text: string) => terminal.question(text, { signal: stopped.signal })
  const answered: { fact: Fact; typed: string; before: DepartmentDetails }[] = []
  let details = present
  try {
    for (let fact = factsFor(details)[0]; fact; fact = factsFor(details)[answered.length]) {
      const shown = fact.show(details)
      const typed = (await question(`${fact.label} [${shown}]: `)).trim()
      if (typed === BACK) {
        details = answered.pop()?.before ?? details
        continue
      }
      const isKept = typed === '' || typed === shown
      const given = isKept ? { ok: true as const, details } : fact.change(details, typed)
      const problems = given.ok ? problemsOf(fact, check(given.details)) : [given.problem]
      for (const problem of problems) console.log(`  ${problem}`)
      if (!given.ok || problems.length > 0) continue
      answered.push({ fact, typed: isKept ? '' : typed, before: details })
      details = given.details
      if (fact.remark) console.log(`  ${fact.remark(details)}`)
    }
    const changed = answered.filter(({ typed }) => typed !== '')
    return new Map(changed.map(({ fact, typed }) => [fact.option, typed]))
  } catch (error) {
    if (stopped.signal.aborted) return undefined
    throw error
  } finally {
    terminal.close()
  }
}
