/**
 * Checks what the built page needs against the oldest supported browsers: Chrome, Edge and Android WebView 92, Samsung
 * Internet 16, Firefox 98, Safari and iOS 15.4. The journeys of `npm run test:browsers` run in some of them; this test
 * finds what the journeys miss.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse as parseScript } from 'acorn'
import { type CssNode, generate, parse as parseStyles, type Rule, walk } from 'css-tree'
import { expect, test } from 'vitest'

const CLIENT = join(import.meta.dirname, '../dist/client')
const html = readFileSync(join(CLIENT, 'index.html'), 'utf8')
const styles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map((match) => match[1]).join('\n')
const inlineScripts = [...html.matchAll(/<script(?: data-[^>]*)?>(.*?)<\/script>/gs)].map((match) => match[1] ?? '')
const scripts = [
  ...inlineScripts.map((code) => ({ file: 'index.html', code })),
  ...readdirSync(join(CLIENT, 'assets'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({
      file: name.replace(/-[\w-]{8}\.js$/, '.js'),
      code: readFileSync(join(CLIENT, 'assets', name), 'utf8'),
    })),
]
const css = parseStyles(styles, {
  onParseError: (error) => {
    throw error
  },
})

const declarations = (rule: Rule) =>
  rule.block.children
    .toArray()
    .flatMap((node) => (node.type === 'Declaration' ? [{ ...node, value: generate(node.value) }] : []))

/** Everything inside `@supports` of an `image-set` with types. */
const conditional = new Set<CssNode>()
walk(css, (node) => {
  if (node.type !== 'Atrule' || node.name !== 'supports' || !generate(node).includes('type(')) return
  if (node.block) walk(node.block, (inner) => conditional.add(inner))
})

/** What a part of the styles needs of a newer browser. */
function needOf(node: CssNode): string | undefined {
  // The types of css-tree are older than this node.
  if ((node.type as string) === 'FeatureRange') return 'a media range, such as width < 48em (Chrome 104, Safari 16.4)'
  if (node.type === 'Atrule' && /^(container|layer|scope)$/.test(node.name)) return `@${node.name} (Chrome 99 to 118)`
  if (node.type === 'Function' && /^(color-mix|light-dark)$/.test(node.name)) return `${node.name} (Chrome 111, 123)`
  if (node.type !== 'Rule') return undefined
  if (node.block.children.some(({ type }) => type === 'Rule' || type === 'Atrule'))
    return 'nested rules (Chrome 112, Firefox 117, Safari 16.5)'
  if (/:(has\(|modal\b)/.test(generate(node.prelude))) return ':has() or :modal (Chrome 105, Firefox 121 and 103)'
  if (!conditional.has(node) && declarations(node).some(({ value }) => value.includes('image-set(')))
    return 'image-set() outside a condition that only browsers with its types meet (Chrome 113, Safari 17)'
  const isNewer = /\d[dsl]v[hw]\b/
  const lost = declarations(node).some(
    ({ property, value }, at, all) =>
      isNewer.test(value) && !all.slice(0, at).some((one) => one.property === property && !isNewer.test(one.value)),
  )
  return lost ? 'dvh or svh without vh before it in the same rule (Chrome 108, Firefox 101)' : undefined
}

test('Styles, also those in attributes, need nothing newer', () => {
  expect(styles.length).toBeGreaterThan(1000)
  const found: string[] = []
  walk(css, (node) => {
    const need = needOf(node)
    if (need) found.push(`${need}: ${generate(node)}`)
  })
  expect(found).toEqual([])
  const attributes = [...html.matchAll(/\s(?:media|sizes|imagesizes)="([^"]*)"/gi)].map((match) => match[1] ?? '')
  expect(attributes.length).toBeGreaterThan(0)
  expect(attributes.filter((value) => /[<>]|&[lg]t;/.test(value))).toEqual([])
})

/** What newer browsers have, by how a script names it: a function of an owner, or a method. */
const NEWER: Record<string, string> = {
  'Object.hasOwn': 'Chrome 93',
  'Object.groupBy': 'Chrome 117',
  'Array.fromAsync': 'Chrome 121',
  'Promise.withResolvers': 'Chrome 119',
  'Promise.try': 'Chrome 128',
  'URL.parse': 'Chrome 126',
  'URL.canParse': 'Chrome 120',
  'AbortSignal.timeout': 'Chrome 103, Firefox 100, Safari 16',
  'AbortSignal.any': 'Chrome 116',
  'crypto.randomUUID': 'needs HTTPS',
  'import.meta.resolve': 'Chrome 105, Safari 16.4',
  'structuredClone(': 'Chrome 98',
  'scheduler.': 'Chrome 94, not in Safari',
  '.at(': 'Chrome 92, Safari 15.4: one version older has none',
  '.findLast': 'Chrome 97, Firefox 104',
  '.toSorted': 'Chrome 110',
  '.toReversed': 'Chrome 110',
  '.toSpliced': 'Chrome 110',
  '.requestSubmit': 'Safari 16',
  '.checkVisibility': 'Chrome 105',
  '(?<=': 'a lookbehind, Safari 16.4',
  '(?<!': 'a lookbehind, Safari 16.4',
}

test('Scripts need nothing newer', () => {
  expect([inlineScripts.length, scripts.length]).toEqual([1, 2])
  const found = scripts.flatMap(({ file, code }) => {
    // No syntax that is newer than 2021, such as static blocks, await outside of functions, and the v flag of patterns.
    parseScript(code, { ecmaVersion: 2021, sourceType: 'module' })
    const named = code.replace('form.requestSubmit() instead', '') // in a message of React's
    return Object.entries(NEWER).flatMap(([name, needs]) => {
      const at = named.indexOf(name)
      return at < 0 ? [] : [`${file}: ${name} (${needs}): … ${named.slice(Math.max(0, at - 60), at + 40)} …`]
    })
  })
  expect(found).toEqual([])
})
