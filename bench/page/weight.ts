import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/**
 * The most that the page may weigh, in KB of 1,000 bytes. `firstView` is the 135 KiB that a phone may receive, headers
 * included, before the visitor scrolls or presses (the contract's row on cheap phones); the others limit its parts.
 */
export const BUDGET_KB = { script: 75, document: 14, banner: 10, typeface: 15, firstView: 138.24 }

/** What is transferred of the built page, without headers, in KB of 1,000 bytes. */
export interface Weight {
  /** The script in the page, compressed by itself, and the module with React and the carousel. */
  script: number
  /** The page: text, styles and the script in it. */
  document: number
  typeface: number
}

/** @param dist the folder of the built site */
export function weigh(dist: string): Weight {
  const client = join(dist, 'client')
  const { script, hydration } = JSON.parse(readFileSync(join(dist, 'server/assets.json'), 'utf8'))
  const kbOf = (file: string) => statSync(join(client, file)).size / 1_000
  const assets = readdirSync(join(client, 'assets')).map((file) => `assets/${file}`)
  const kbOfAll = (pattern: RegExp) =>
    assets.filter((file) => pattern.test(file)).reduce((kb, file) => kb + kbOf(file), 0)
  return {
    script: brotliCompressSync(script).length / 1_000 + kbOf(`${hydration}.br`),
    document: kbOf('index.html.br'),
    typeface: kbOfAll(/\.woff2$/),
  }
}
