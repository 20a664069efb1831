/**
 * Checks what the built page needs against the oldest supported browsers: Chrome, Edge and Android WebView 92, Samsung
 * Internet 16, Firefox 98, Safari and iOS 15.4. The journeys of `npm run test:browsers` run in some of them; this test
 * finds what the journeys miss.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AnyNode, type Program, parse as parseScript } from 'acorn'
import { type CssNode, generate, parse as parseStyles, type Rule, walk } from 'css-tree'
import { describe, expect, test } from 'vitest'

const CLIENT = join(import.meta.dirname, '../dist/client')
const html = readFileSync(join(CLIENT, 'index.html'), 'utf8')
const styles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map((match) => match[1]).join('\n')
const inlineScripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map((match) => match[1] ?? '')
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

test('There is a page with styles and scripts to check', () => {
  expect(styles.length).toBeGreaterThan(1000)
  expect(inlineScripts).toHaveLength(1)
  expect(scripts).toHaveLength(2)
})

describe('Styles', () => {
  const selectorOf = (rule: Rule) => generate(rule.prelude)
  const declarations = (rule: Rule) =>
    rule.block.children.toArray().flatMap((node) => (node.type === 'Declaration' ? [node] : []))

  /** Everything inside `@supports` of an `image-set` with types. */
  const conditional = new Set<CssNode>()
  walk(css, (node) => {
    if (node.type !== 'Atrule' || node.name !== 'supports' || !generate(node).includes('type(')) return
    if (node.block) walk(node.block, (inner) => conditional.add(inner))
  })

  const newer: { need: string; find: (node: CssNode) => string | false }[] = [
    {
      need: 'a media range, such as width < 48em (Chrome 104, Safari 16.4)',
      // The types of css-tree are older than this node.
      find: (node) => (node.type as string) === 'FeatureRange' && generate(node),
    },
    {
      need: 'nested rules (Chrome 112, Firefox 117, Safari 16.5)',
      find: (node) => {
        if (node.type !== 'Rule') return false
        const nested = node.block.children.toArray().find(({ type }) => type === 'Rule' || type === 'Atrule')
        return nested ? `${selectorOf(node)} { ${generate(nested)} }` : false
      },
    },
    {
      need: '@container, @layer or @scope (Chrome 105, 99 and 118)',
      find: (node) => node.type === 'Atrule' && /^(container|layer|scope)$/.test(node.name) && `@${node.name}`,
    },
    {
      need: 'color-mix() or light-dark() (Chrome 111 and 123)',
      find: (node) => node.type === 'Function' && /^(color-mix|light-dark)$/.test(node.name) && generate(node),
    },
    {
      need: 'image-set() outside a condition that only browsers with its types meet (Chrome 113, Safari 17)',
      find: (node) => {
        if (node.type !== 'Rule') return false
        const images = declarations(node).some(({ value }) => generate(value).includes('image-set('))
        return images && !conditional.has(node) && selectorOf(node)
      },
    },
    {
      need: 'dvh or svh without vh before it in the same rule (Chrome 108, Firefox 101)',
      find: (node) => {
        if (node.type !== 'Rule') return false
        const heights = declarations(node).map(({ property, value }) => ({ property, value: generate(value) }))
        const lost = heights.find(
          ({ property, value }, at) =>
            /\d[dsl]v[hw]\b/.test(value) &&
            !heights
              .slice(0, at)
              .some((before) => before.property === property && !/\d[dsl]v[hw]\b/.test(before.value)),
        )
        return lost ? `${selectorOf(node)} { ${lost.property}: ${lost.value} }` : false
      },
    },
    {
      need: ':has() or :modal (Chrome 105, Firefox 121 and 103, Safari 15.4 and 15.6)',
      find: (node) => node.type === 'Rule' && /:(has\(|modal\b)/.test(selectorOf(node)) && selectorOf(node),
    },
  ]

  test('need nothing newer', () => {
    const found: string[] = []
    walk(css, (node) => {
      for (const { need, find } of newer) {
        const use = find(node)
        if (use) found.push(`${need}: ${use}`)
      }
    })
    expect(found).toEqual([])
  })

  test('in attributes do not need a media range (Chrome 104, Safari 16.4)', () => {
    const attributes = [...html.matchAll(/\s(?:media|sizes|imagesizes)="([^"]*)"/gi)].map((match) => match[1] ?? '')
    expect(attributes.length).toBeGreaterThan(0)
    expect(attributes.filter((value) => /[<>]|&[lg]t;/.test(value))).toEqual([])
  })
})

/** Functions by the name of their owner, or by their own name if they are methods. */
const NEWER_FUNCTIONS = {
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
  structuredClone: 'Chrome 98',
  scheduler: 'Chrome 94, not in Safari',
  '.at': 'Chrome 92, Safari 15.4: one version older has none',
  '.findLast': 'Chrome 97, Firefox 104',
  '.findLastIndex': 'Chrome 97, Firefox 104',
  '.toSorted': 'Chrome 110',
  '.toReversed': 'Chrome 110',
  '.toSpliced': 'Chrome 110',
  '.requestSubmit': 'Safari 16',
  '.checkVisibility': 'Chrome 105',
} as const

describe.each(scripts)('The script $file', ({ code }) => {
  const program: Program = parseScript(code, { ecmaVersion: 'latest', sourceType: 'module' })

  test('has no syntax that is newer than 2021, such as static blocks and await outside of functions', () => {
    expect(() => parseScript(code, { ecmaVersion: 2021, sourceType: 'module' })).not.toThrow()
  })

  test('has no pattern with the v flag or a lookbehind (Chrome 112; Safari 16.4)', () => {
    const found = [...nodesOf(program)].flatMap((node) => {
      if (node.type !== 'Literal') return []
      const pattern = node.regex ? node.regex.pattern : typeof node.value === 'string' ? node.value : ''
      return /\(\?<[=!]/.test(pattern) || node.regex?.flags.includes('v') ? [pattern] : []
    })
    expect(found).toEqual([])
  })

  test('needs no newer function', () => {
    const nodes = [...nodesOf(program)].map((node) => ({ node, name: nameOf(node) }))
    const found = Object.entries(NEWER_FUNCTIONS).flatMap(([api, since]) =>
      nodes
        .filter(({ name }) => name === api || (api.startsWith('.') && name?.endsWith(api)))
        .map(({ node: { start, end } }) => `${api} (${since}): … ${code.slice(Math.max(0, start - 60), end + 40)} …`),
    )
    expect(found).toEqual([])
  })
})

/** The name that a script uses: `scheduler`, `Object.hasOwn`, or `.at` of any other object. */
function nameOf(node: AnyNode): string | undefined {
  if (node.type === 'Identifier') return node.name
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return undefined
  const { object, property } = node
  const of = object.type === 'Identifier' ? object.name : object.type === 'MetaProperty' ? 'import.meta' : ''
  return `${of}.${property.name}`
}

/** All nodes of a parsed script, except property names, which are no references by themselves. */
function* nodesOf(node: AnyNode): Generator<AnyNode> {
  yield node
  for (const [key, value] of Object.entries(node)) {
    const isName = (key === 'property' || key === 'key') && 'computed' in node && !node.computed
    if (isName) continue
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child === 'object' && typeof child.type === 'string') yield* nodesOf(child)
    }
  }
}
