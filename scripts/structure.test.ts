import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../tests/support/temporary-directory.ts'

const ROOT = join(import.meta.dirname, '..')
const MOST_FILES = 20

const DOMAIN = 'src/callback-request'
const CONTENT = 'src/content'
const STORAGE = 'src/server/storage'
const HTTP = 'src/server/http'
const PACKAGES = ['react', 'node:fs', 'valibot']

/** The table of CONTRIBUTING: what each folder may import besides its own files. `PACKAGES` stands for any package. */
const MAY_IMPORT: Record<string, string[]> = {
  [DOMAIN]: [],
  [`${DOMAIN}/calling`]: [DOMAIN],
  [CONTENT]: [DOMAIN, 'valibot'],
  [`${CONTENT}/checks`]: [DOMAIN, CONTENT, 'valibot'],
  'src/ui': ['react'],
  'src/site': [DOMAIN, CONTENT, 'src/ui', 'react', 'valibot'],
  'src/site/forms': [DOMAIN, CONTENT, 'src/ui', 'src/site', 'react', 'valibot'],
  'src/desk': [DOMAIN, 'src/ui', 'react', 'valibot'],
  'src/server': [DOMAIN, CONTENT, ...PACKAGES],
  'src/server/config': [DOMAIN, CONTENT, 'src/server', ...PACKAGES],
  'src/server/http': [DOMAIN, STORAGE, ...PACKAGES],
  'src/server/http/body': [DOMAIN, STORAGE, HTTP, ...PACKAGES],
  'src/server/site': [DOMAIN, CONTENT, STORAGE, HTTP, ...PACKAGES],
  'src/server/site/forms': [DOMAIN, CONTENT, STORAGE, HTTP, 'src/server/site', ...PACKAGES],
  'src/server/desk': [DOMAIN, STORAGE, HTTP, ...PACKAGES],
  'src/server/metrics': [DOMAIN, STORAGE, HTTP, ...PACKAGES],
  'src/server/outbox': [DOMAIN, CONTENT, STORAGE, ...PACKAGES],
  'src/server/retention': [DOMAIN, STORAGE, ...PACKAGES],
  'src/server/storage/requests': [DOMAIN, STORAGE, ...PACKAGES],
  'src/server/storage/outbox': [DOMAIN, STORAGE, ...PACKAGES],
  'src/cli': [DOMAIN, CONTENT, 'src/server', ...PACKAGES],
}

/** Of the server's own files, only the one that puts everything together may not be imported. */
const FILE: Record<string, string> = { 'src/server': 'main.ts' }

test('No folder holds more than twenty files, not counting tests', () => {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\./.test(entry.name))
    .map(({ parentPath }) => relative(ROOT, parentPath))
  const folders = [...Map.groupBy(files, (folder) => folder)]
  expect(folders.length).toBeGreaterThan(20)
  expect(folders.filter(([, { length }]) => length > MOST_FILES)).toEqual([])
})

test('Only one file normalises texts, which takes seconds for some that can be typed', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: ROOT, exclude: ['**/*.test.ts'] })
  const normalising = files.filter((file) => /\.normalize\b/.test(readFileSync(join(ROOT, file), 'utf8')))
  expect(normalising).toEqual([`${DOMAIN}/normalized.ts`])
})

test('The linter refuses each import that the table does not allow, and no other', async () => {
  const directory = await temporaryDirectory()
  for (const file of ['biome.json', '.gitignore']) cpSync(join(ROOT, file), join(directory, file))
  const targets = [...Object.keys(MAY_IMPORT).map((folder) => `${folder}/${FILE[folder] ?? 'file.ts'}`), ...PACKAGES]
  const imports = Object.entries(MAY_IMPORT).flatMap(([folder, allowed]) =>
    targets.map((target, index) => ({
      file: `${folder}/import-${index}.ts`,
      name: `${folder} imports ${target}`,
      specifier: PACKAGES.includes(target) ? target : `./${relative(folder, target)}`.replace('./..', '..'),
      isAllowed: [folder, ...allowed].some((one) => target === one || target.startsWith(`${one}/`)),
    })),
  )
  for (const { file, specifier } of imports) {
    mkdirSync(dirname(join(directory, file)), { recursive: true })
    writeFileSync(join(directory, file), `import '${specifier}'\n`)
  }
  const options = ['--only=style/noRestrictedImports', '--max-diagnostics=none', '--reporter=json']
  const { stdout } = spawnSync('biome', ['lint', ...options], { cwd: directory, encoding: 'utf8' })
  const { diagnostics }: { diagnostics: { location: { path: string } }[] } = JSON.parse(stdout)
  const refused = new Set(diagnostics.map(({ location }) => location.path))
  const namesOf = (some: typeof imports) => some.map(({ name }) => name)
  expect(namesOf(imports.filter(({ file }) => refused.has(file)))).toEqual(
    namesOf(imports.filter(({ isAllowed }) => !isAllowed)),
  )
})
