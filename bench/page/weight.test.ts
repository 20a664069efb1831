import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BUDGET_KB, weigh } from './weight.ts'

test.each(weigh(join(import.meta.dirname, '../../dist')))(
  'Each part of the home page is within its budget: $language',
  ({ script, document, mostOfDocument, typeface }) => {
    expect(script).toBeGreaterThan(0)
    expect(script, 'KB of script, React included').toBeLessThanOrEqual(BUDGET_KB.script)
    expect(document).toBeGreaterThan(0)
    expect(document, 'KB of page, with its styles').toBeLessThanOrEqual(mostOfDocument)
    expect(typeface, 'KB of typeface').toBeLessThanOrEqual(BUDGET_KB.typeface)
  },
)
