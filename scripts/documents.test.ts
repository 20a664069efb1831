import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const PATH_IN_BACKTICKS = /`((?:content|src|tests|scripts|bench|docs|artwork|deploy)\/[\w./-]+)`/g
const LINK_TO_A_FILE = /\]\((?!https?:|#)([^)#]+)/g

/** The least number of paths that each document must name, so that no test passes because it found none. */
const DOCUMENTS: [document: string, paths: number][] = [
  ['README.md', 15],
  ['CONTRIBUTING.md', 10],
  ['deploy/README.md', 15],
  ['docs/asvs.md', 90],
  ['docs/operations.md', 50],
  ['docs/performance.md', 15],
  ['docs/privacy-officer.md', 4],
  ['docs/security.md', 60],
  ['docs/troubleshooting.md', 5],
  ['docs/walkthrough.md', 3],
  ['docs/your-department.md', 4],
  ['docs/decisions/README.md', 20],
]
const DECISIONS = globSync('docs/decisions/0*.md', { cwd: ROOT })

test.each(DOCUMENTS)('Every path that %s names exists', (document, least) => {
  const paths = pathsIn(document)
  expect(paths.length).toBeGreaterThanOrEqual(least)
  for (const path of paths) expect(existsSync(join(ROOT, path)), path).toBe(true)
})

test('Every path that a decision names exists', () => {
  const paths = DECISIONS.flatMap(pathsIn)
  expect(paths.length).toBeGreaterThanOrEqual(10)
  for (const path of paths) expect(existsSync(join(ROOT, path)), path).toBe(true)
})

test('The index lists every decision', () => {
  const index = read('docs/decisions/README.md')
  expect(DECISIONS.length).toBeGreaterThanOrEqual(23)
  for (const path of DECISIONS) expect(index).toContain(`(${path.split('/').at(-1)})`)
})

test('Every file and folder in the tree of the README exists', () => {
  const [, tree = ''] = /^```\n(src\/\n[^`]+(?:`[^`\n]+`[^`]+)*)^```/m.exec(read('README.md')) ?? []
  const folders: string[] = []
  const paths = tree
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, indent = '', name = ''] = /^( *)(\S+)/.exec(line) ?? []
      folders.splice(indent.length / 2, folders.length, name)
      return folders.join('')
    })
  expect(paths.length).toBeGreaterThan(25)
  for (const path of paths) expect(existsSync(join(ROOT, path)), path).toBe(true)
})

test('The program has every message that the page about troubleshooting quotes', () => {
  const files = globSync(
    [
      'src/**/*.{ts,tsx}',
      'content/*.json',
      'scripts/*.{ts,mjs}',
      'tests/support/**/*.ts',
      'deploy/**/*.sh',
      'deploy/upgrade',
    ],
    {
      cwd: ROOT,
    },
  )
  const program = files
    .filter((file) => !file.endsWith('.test.ts'))
    .map(read)
    .join('\n')
  const rows = read('docs/troubleshooting.md').match(/^\| (?!symptom|message)[^|]+\|/gm) ?? []
  const quoted = rows.flatMap((row) => row.match(/`[^`]* [^`]*`/g) ?? []).map((quote) => quote.slice(1, -1))
  const fragments = quoted
    .flatMap((quote) => quote.split('…'))
    .filter((fragment) => /\w+ \w+ \w+/.test(fragment) && !fragment.startsWith('clinic '))
  expect(fragments.length).toBeGreaterThan(20)
  for (const fragment of fragments) expect(program.includes(fragment.trim()), fragment).toBe(true)
})

/** Relative to the root. A link is relative to its document. */
function pathsIn(document: string): string[] {
  const text = read(document)
  const quoted = [...text.matchAll(PATH_IN_BACKTICKS)].map(([, path = '']) => path)
  const linked = [...text.matchAll(LINK_TO_A_FILE)].map(([, path = '']) => join(dirname(document), path))
  return [...quoted, ...linked]
}
