import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drawRequestPath } from './draw-request-path.ts'

const ROOT = join(import.meta.dirname, '..')

test('The drawing in the README is the one that its text gives, and every path in it exists', () => {
  const source = readFileSync(join(ROOT, 'docs/pictures/request-path.txt'), 'utf8')
  const drawing = readFileSync(join(ROOT, 'docs/pictures/request-path.svg'), 'utf8')
  expect(drawing, 'run: node scripts/draw-request-path.ts').toBe(drawRequestPath(source))
  const paths = source.match(/\bsrc\/[\w./-]+/g) ?? []
  expect(paths.length).toBeGreaterThan(4)
  for (const path of paths) expect(existsSync(join(ROOT, path)), path).toBe(true)
})
