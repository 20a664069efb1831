import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

test.each(['docs/security.md'])('Every test that %s names is there', (document) => {
  const named = readFileSync(join(ROOT, document), 'utf8').match(/`(src|scripts|tests)\/[^`]+\.ts`/g) ?? []
  expect(named.length).toBeGreaterThan(20)
  for (const path of named) expect(existsSync(join(ROOT, path.slice(1, -1))), path).toBe(true)
})
