import { createInterface } from 'node:readline/promises'
import type { DepartmentDetails } from '../../src/content/schema.ts'
import { answer, type Fact } from './facts.ts'

/**
 * Asks for each fact on the terminal. Enter keeps the present value; after a wrong answer the question comes again.
 *
 * @returns undefined when the person stops, by Ctrl-C or Ctrl-D
 */
export async function ask(facts: readonly Fact[], present: DepartmentDetails): Promise<DepartmentDetails | undefined> {
  const terminal = createInterface(process.stdin, process.stdout)
  const stopped = new AbortController()
  terminal.on('close', () => stopped.abort())
  const question = (text: string) => terminal.question(text, { signal: stopped.signal })
  try {
    let details = present
    for (const fact of facts) details = await askFor(fact, details, question)
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
  question: (text: string) => Promise<string>,
): Promise<DepartmentDetails> {
  for (;;) {
    const typed = await question(`${fact.label} [${fact.show(details)}]: `)
    const given = answer(fact, details, typed.trim() === '' ? fact.show(details) : typed)
    const mistake = given.ok ? fact.mistake?.(given.details) : given.mistake
    if (given.ok && mistake === undefined) {
      const remark = fact.remark?.(given.details)
      if (remark) console.log(`  ${remark}`)
      return given.details
    }
    console.log(`  ${mistake}`)
  }
}
