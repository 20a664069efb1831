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
  const reason = reasonToSkip(needs)
  test.skipIf(reason)(title + reason, options, body)
}

/** Tests that need something of the machine: as `testRequiring`. */
export function describeRequiring(needs: Requirements, title: string, body: () => void): void {
  const reason = reasonToSkip(needs)
  describe.skipIf(reason)(title + reason, () => body())
}

function reasonToSkip(needs: Requirements): string {
  const missing = Object.keys(needs).filter((tool) => !needs[tool])
  return missing.length > 0 ? ` … skipped: no ${missing.join(', no ')}` : ''
}
