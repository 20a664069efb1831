import { describe, type TestOptions, test } from 'vitest'

/** What tests need of the machine, by the name that stands in `skipped: no strace`, and whether it is there. */
type Needs = Readonly<Record<string, boolean>>

/**
 * A test that needs something of the machine. Where that is missing the test is skipped, and its title says why, for
 * the list that `npm test` ends with.
 */
export function testNeeding(needs: Needs, title: string, options: TestOptions, body: () => Promise<void>): void {
  const reason = reasonToSkip(needs)
  if (reason === undefined) test(title, options, body)
  else test.skip(`${title} … ${reason}`, options, body)
}

/** Tests that need something of the machine: as `testNeeding`. */
export function describeNeeding(needs: Needs, title: string, body: () => void): void {
  const reason = reasonToSkip(needs)
  if (reason === undefined) describe(title, () => body())
  else describe.skip(`${title} … ${reason}:`, () => body())
}

function reasonToSkip(needs: Needs): string | undefined {
  const missing = Object.keys(needs).filter((tool) => !needs[tool])
  return missing.length > 0 ? `skipped: no ${missing.join(', no ')}` : undefined
}
