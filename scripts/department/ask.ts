import { createInterface } from 'node:readline/promises'
import type { DepartmentDetails } from '../../src/content/schema.ts'
import type { Check } from './changes.ts'
import { type Fact, problemsOf } from './facts.ts'

/**
 * Asks for each fact on the terminal. Enter keeps the present value; after a wrong answer the question comes again.
 *
 * @returns undefined when the person stops, by Ctrl-C or Ctrl-D
 */
export async function ask(
  facts: readonly Fact[],
  present: DepartmentDetails,
  check: Check,
): Promise<DepartmentDetails | undefined> {
  const terminal = createInterface(process.stdin, process.stdout)
  const stopped = new AbortController()
  terminal.on('close', () => stopped.abort())
  const question = (text: string) => terminal.question(text, { signal: stopped.signal })
  try {
    let details = present
    for (const fact of facts) details = await askFor(fact, details, check, question)
    return details
  } catch (error) {
    if (stopped.signal.aborted) return undefined
    throw error
  } finally {
    terminal.close()
  }
}

async function askFor(
  fact: Fact,
  details: DepartmentDetails,
  check: Check,
  question: (text: string) => Promise<string>,
): Promise<DepartmentDetails> {
  for (;;) {
    const present = fact.show(details)
    const typed = (await question(`${fact.label} [${present}]: `)).trim()
    const given = typed === '' || typed === present ? { ok: true as const, details } : fact.change(details, typed)
    const problems = given.ok ? problemsOf(fact, check(given.details)) : [given.problem]
    for (const problem of problems) console.log(`  ${problem}`)
    if (!given.ok || problems.length > 0) continue
    if (fact.remark) console.log(`  ${fact.remark(given.details)}`)
    return given.details
  }
}
