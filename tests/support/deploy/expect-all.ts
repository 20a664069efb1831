import { expect } from 'vitest'
import type { Callers } from '../callers.ts'
import type { startPrivateMachine } from './private-machine.ts'

/**
 * Expects each acknowledged request once in the store, and one notification of each.
 *
 * @param others that were erased, or of which the department was notified again
 */
export async function expectAll(
  callers: Callers,
  { run }: Awaited<ReturnType<typeof startPrivateMachine>>,
  calls: readonly { body: string }[],
  others: readonly string[] = [],
) {
  const without = (references: string[]) => references.filter((reference) => !others.includes(reference)).toSorted()
  const { stdout } = await run('clinic requests export --format json')
  const stored = without(JSON.parse(stdout).map(({ reference }: { reference: string }) => reference))
  expect(new Set(stored).size).toBe(stored.length)
  expect(stored).toEqual(expect.arrayContaining([...callers.acknowledged.values()]))
  const notified = () => without(calls.map(({ body }) => JSON.parse(body).reference))
  await expect.poll(notified, { timeout: 30_000 }).toEqual(stored)
}
