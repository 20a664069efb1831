import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { DESK } from '../src/cli/desk.ts'
import { REQUESTS } from '../src/cli/requests.ts'
import { drawRequestPath } from './draw-request-path.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const PATH_IN_BACKTICKS = /`((?:content|src|tests|scripts|bench|docs|artwork|deploy)\/[\w./-]+)`/g
const LINK_TO_A_FILE = /\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g
const COMMAND = /(?:clinic |npm run (?:-s )?)(requests|desk)(?: --)? ([a-z]+)([^`\n#>]*)/g
const SCRIPT = /\bnpm run (?:-s )?([\w:]+)/g
const VARIABLE = /\b(?:[A-Z]+_)+[A-Z]+\b/g

const DOCUMENTS = globSync(['*.md', '{artwork,content,deploy,docs}/*.md', 'docs/decisions/README.md'], { cwd: ROOT })
const DECISIONS = globSync('docs/decisions/0*.md', { cwd: ROOT })

/** Variables that are no settings of the server. */
const OF_OTHERS = ['CHROMIUM_PATH', 'CLINIC_BACKED_UP', 'NODE_EXTRA_CA_CERTS', 'PUBLIC_KEY']

test('Every path that a document, a decision or an alert names exists, with its heading, and the index has every decision', () => {
  const alerts = read('deploy/monitoring/alerts.yml')
  const runbooks = Array.from(alerts.matchAll(/runbook: (\S+)#(\S+)$/gm), ([document, path = '', heading]) => {
    return { document, path, heading }
  })
  expect(runbooks).toHaveLength(alerts.match(/- alert: \w+$/gm)?.length ?? 0)
  const leads = [...[...DOCUMENTS, ...DECISIONS].flatMap(leadsIn), ...runbooks]
  expect(leads.length).toBeGreaterThan(250)
  for (const { path, heading, document } of leads) {
    expect(existsSync(join(ROOT, path)), `${document}: ${path}`).toBe(true)
    if (heading) expect(headingsOf(path), `${document}: ${path}`).toContain(heading)
  }
  const index = read('docs/decisions/README.md')
  expect(DECISIONS.length).toBeGreaterThanOrEqual(23)
  for (const path of DECISIONS) expect(index).toContain(`(${path.split('/').at(-1)})`)
})

test('Every command that a document names exists, with its options, and every variable', () => {
  const scripts = ['package.json', 'artwork/package.json'].flatMap((file) =>
    Object.keys(JSON.parse(read(file)).scripts),
  )
  const settings = read('.env.example').match(VARIABLE)
  for (const document of DOCUMENTS.filter((path) => path !== 'CHANGELOG.md')) {
    const text = read(document)
    for (const [, program, name = '', parameters = ''] of text.matchAll(COMMAND)) {
      const { commands } = program === 'desk' ? DESK : REQUESTS
      const usage = commands.find(({ usage }) => usage.split(' ')[0] === name)?.usage ?? 'no such command'
      for (const word of [name, ...(parameters.match(/--\w+/g) ?? [])]) expect(usage, document).toContain(word)
    }
    for (const [, script = ''] of text.matchAll(SCRIPT)) expect(scripts, document).toContain(script)
    for (const variable of document.startsWith('docs/') ? (text.match(VARIABLE) ?? []) : []) {
      expect([...(settings ?? []), ...OF_OTHERS], document).toContain(variable)
    }
  }
})

test('Every path in the tree and in the drawing of the README exists, and the drawing is the one that its text gives', () => {
  const [, tree = ''] = /^```\n(src\/\n[^`]+(?:`[^`\n]+`[^`]+)*)^```/m.exec(read('README.md')) ?? []
  const folders: string[] = []
  const ofTree = Array.from(tree.matchAll(/^( *)(\S+)/gm), ([, indent = '', name = '']) => {
    folders.splice(indent.length / 2, folders.length, name)
    return folders.join('')
  })
  const source = read('docs/pictures/request-path.txt')
  const paths = [...ofTree, ...(source.match(/\bsrc\/[\w./-]+/g) ?? [])]
  expect(paths.length).toBeGreaterThan(30)
  for (const path of paths) expect(existsSync(join(ROOT, path)), path).toBe(true)
  expect(read('docs/pictures/request-path.svg'), 'run: node scripts/draw-request-path.ts').toBe(drawRequestPath(source))
})

test('The program has every message that the page about troubleshooting quotes', () => {
  const sources = ['{src,scripts,tests/support}/**/*.{ts,tsx,mjs}', 'content/*.json', 'deploy/{**/*.sh,upgrade}']
  const files = globSync(sources, { cwd: ROOT })
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

/** Paths in backticks, and links: relative to the root, as a link is to its document. */
function leadsIn(document: string) {
  const text = read(document)
  const quoted = [...text.matchAll(PATH_IN_BACKTICKS)].map(([, path = '']) => ({ document, path, heading: '' }))
  const linked = [...text.matchAll(LINK_TO_A_FILE)].map(([, path = '', heading]) => {
    return { document, path: path ? join(dirname(document), path) : document, heading }
  })
  return [...quoted, ...linked]
}

/** As addresses of links. */
function headingsOf(document: string): string[] {
  const titles = Array.from(read(document).matchAll(/^#+ (.+)$/gm), ([, title = '']) => title.toLowerCase())
  return titles.map((title) => title.replaceAll(/[^\w\s-]/g, '').replaceAll(' ', '-'))
}
