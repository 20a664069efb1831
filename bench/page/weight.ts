import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Content } from '../../src/content/content.ts'

/**
 * The most that a home page may weigh, in KB of 1,000 bytes. `firstView` is the 140 KiB that a phone may receive, headers
 * included, before the visitor scrolls or presses (the contract's row on cheap phones); the others limit its parts. A
 * `document` and its 0.9 KB of headers arrive in the ten packets of 1,460 bytes that a server sends before it
 * waits for the browser (decision 47); one in other letters than Latin may need one packet more (contract).
 */
export const BUDGET_KB = {
  script: 80,
  document: 13.7,
  documentInOtherLetters: 15.16,
  banner: 10,
  typeface: 15,
  firstView: 143.36,
}

/** What is transferred of a built home page, without headers, in KB of 1,000 bytes. */
export interface Weight {
  /** Such as `hi`. */
  language: string
  /** Such as `/hi/`. */
  path: string
  /** The script in the page, compressed by itself, and the module with React and the carousel. */
  script: number
  /** The page: text, styles and the script in it. */
  document: number
  /** The most that it may weigh. */
  mostOfDocument: number
  typeface: number
}

/**
 * Weighs the home page in each language, English first.
 *
 * @param dist the folder of the built site
 */
export function weigh(dist: string): [english: Weight, ...others: Weight[]] {
  const client = join(dist, 'client')
  const read = (file: string) => JSON.parse(readFileSync(join(dist, 'server', file), 'utf8'))
  const { script, hydration, typefaces } = read('assets.json')
  const contents: [Content, ...Content[]] = read('contents.json')
  const kbOf = (file: string) => statSync(join(client, file)).size / 1_000
  const weightOf = ({ code, path, script: letters }: Content): Weight => ({
    language: code,
    path,
    script: brotliCompressSync(script).length / 1_000 + kbOf(`${hydration}.br`),
    document: kbOf(`${path}index.html.br`),
    mostOfDocument: letters === 'Latn' ? BUDGET_KB.document : BUDGET_KB.documentInOtherLetters,
    typeface: letters in typefaces ? kbOf(typefaces[letters]) : 0,
  })
  const [english, ...others] = contents
  return [weightOf(english), ...others.map(weightOf)]
}
