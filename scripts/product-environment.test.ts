import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const NAMES = Object.keys(parseEnv(readFileSync(join(ROOT, '.env.example'), 'utf8')))

test('Tests and journeys do not see the configuration that somebody has exported', () => {
  const env = { ...process.env, ...Object.fromEntries(NAMES.map((name) => [name, 'odd value'])) }
  expect(NAMES.length).toBeGreaterThan(20)
  for (const config of ['./vitest.config.ts', './playwright.config.ts']) {
    const program = `await import('${config}'); console.log(JSON.stringify(Object.keys(process.env)))`
    const args = ['--input-type=module', '--eval', program]
    const seen: string[] = JSON.parse(execFileSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' }))
    expect(seen).toContain('PATH')
    expect(seen.filter((name) => NAMES.includes(name))).toEqual([])
  }
})
