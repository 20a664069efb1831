import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { postAppointment } from '../post-appointment.ts'
import type { startPrivateMachine } from './private-machine.ts'

/** Visitors who ask for a callback, one after the other, until `end`: which references were acknowledged. */
export function startVisitors(site: URL) {
  const acknowledged: string[] = []
  const ending = new AbortController()
  const ask = async () => {
    for (let number = 0; !ending.signal.aborted; number++) {
      const phone = `98${String(number).padStart(8, '0')}`
      const response = await postAppointment(site, { phone }).catch(() => undefined)
      if (response?.status === 201) acknowledged.push(((await response.json()) as { reference: string }).reference)
      await delay(40)
    }
  }
  const asking = ask()
  const end = () => {
    ending.abort()
    return asking
  }
  onTestFinished(end)
  return { acknowledged, end }
}

/**
 * Expects each acknowledged request once in the store, and one notification of each.
 *
 * @param others that were erased, or of which the department was notified again
 */
export async function expectAll(
  acknowledged: readonly string[],
  { run }: Awaited<ReturnType<typeof startPrivateMachine>>,
  calls: readonly { body: string }[],
  others: readonly string[] = [],
) {
  const without = (references: string[]) => references.filter((reference) => !others.includes(reference)).toSorted()
  const { stdout } = await run('clinic requests export --format json')
  const stored = without(JSON.parse(stdout).map(({ reference }: { reference: string }) => reference))
  expect(new Set(stored).size).toBe(stored.length)
  expect(stored).toEqual(expect.arrayContaining(without([...acknowledged])))
  const notified = () => without(calls.map(({ body }) => JSON.parse(body).reference))
  await expect.poll(notified, { timeout: 30_000 }).toEqual(stored)
}
