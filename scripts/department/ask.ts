import { createInterface } from 'node:readline/promises'
import type { DepartmentDetails } from '../../src/content/schema.ts'
import { type Check, changedBy } from './changes.ts'
import { type Fact, problemsOf } from './facts.ts'

/** What leads to the question before. */
const BACK = '<'

/**
 * Asks for each fact on the terminal. Enter keeps what is in brackets: the present value, or what was answered before
 * `<` went back a question. After a wrong answer the question comes again.
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
  const answers = new Map<string, string>()
  const after = (facts: number) => changedBy(factsFor, present, answers, facts).details
  try {
    for (let at = 0, fact = factsFor(present)[0]; fact; fact = factsFor(after(at))[at]) {
      const answered = after(at + 1)
      const shown = fact.show(answered)
      const typed = (await question(`${fact.label} [${shown}]: `)).trim()
      if (typed === BACK) {
        at = Math.max(0, at - 1)
        continue
      }
      const isKept = typed === '' || typed === shown
      const given = isKept ? { ok: true as const, details: answered } : fact.change(after(at), typed)
      const problems = given.ok ? problemsOf(fact, check(given.details)) : [given.problem]
      for (const problem of problems) console.log(`  ${problem}`)
      if (!given.ok || problems.length > 0) continue
      if (!isKept) answers.set(fact.option, typed)
      if (fact.remark) console.log(`  ${fact.remark(given.details)}`)
      at++
    }
    return answers
  } catch (error) {
    if (stopped.signal.aborted) return undefined
    throw error
  } finally {
    terminal.close()
  }
}
