import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** What the page may weigh, in KB of 1,000 bytes; the first four are of the issue, for the first view. */
export const BUDGET_KB = { script: 68, document: 14, banner: 45, typeface: 30, carousel: 7 }

/** What the built page weighs on its way, without headers, in KB of 1,000 bytes. */
export interface Weight {
  /** The module in the page, taken by itself, and the one that brings React. */
  script: number
  /** The page: text, styles and the module in it. */
  document: number
  typeface: number
  carousel: number
}

/** @param dist where the site has been built */
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
    carousel: kbOfAll(/\/embla-carousel.*\.js\.br$/),
  }
}
