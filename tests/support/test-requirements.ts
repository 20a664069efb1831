import { describe, type TestOptions, test } from 'vitest'

/** What tests need of the machine, by the name that stands in `skipped: no strace`, and whether it is there. */
type Requirements = Readonly<Record<string, boolean>>

/**
 * A test that needs something of the machine. Where that is missing the test is skipped, and its title says why, for
 * the list that `npm test` ends with.
 */
export function testRequiring(
  needs: Requirements,
  title: string,
  body: () => Promise<void>,
  options: TestOptions = {},
): void {
  const missing = missingOf(needs)
  test.skipIf(missing.length > 0)(title + reason(missing), options, body)
}

/** Tests that need something of the machine: as `testRequiring`. */
export function describeRequiring(needs: Requirements, title: string, body: () => void): void {
  const missing = missingOf(needs)
  describe.skipIf(missing.length > 0)(title + reason(missing), () => body())
}

function missingOf(needs: Requirements): string[] {
  return Object.keys(needs).filter((tool) => !needs[tool])
}

function reason(missing: string[]): string {
  return missing.length > 0 ? ` … skipped: no ${missing.join(', no ')}` : ''
}
