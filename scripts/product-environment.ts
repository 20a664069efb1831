import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

const EXAMPLE = join(import.meta.dirname, '../.env.example')

/**
 * Removes every variable of the product from this process's environment, and so from that of all it starts: tests and
 * benchmarks configure what they start themselves, and never use the store or the ports that somebody has exported.
 */
export function forgetProductVariables(): void {
  for (const name of Object.keys(parseEnv(readFileSync(EXAMPLE, 'utf8')))) delete process.env[name]
}
