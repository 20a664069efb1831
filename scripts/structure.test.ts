import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../tests/support/temporary-directory.ts'

const ROOT = join(import.meta.dirname, '..')
const MOST_FILES = 20
/** Its file names are the index of what is stored. */
const MOST_FILES_OF_STORAGE = 28

/** Of each folder, something that the table of CONTRIBUTING forbids it to import. Our own sources show what is allowed. */
const FORBIDDEN: Record<string, string> = {
  'src/callback-request': 'src/content',
  'src/content': 'react',
  'src/ui': 'src/callback-request',
  'src/site': 'src/desk',
  'src/desk': 'src/content',
  'src/server/storage': 'src/server/outbox',
  'src/server/storage/database': 'src/server/storage',
  'src/server/http': 'src/content',
  'src/server/outbox': 'src/server/http',
  'src/server/retention': 'src/server/outbox',
  'src/server/site': 'src/server/desk',
  'src/server/desk': 'src/server/site',
  'src/server/metrics': 'src/content',
}

test('No folder holds more than twenty files, and storage no more than 28, not counting tests', () => {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\./.test(entry.name))
    .map(({ parentPath }) => relative(ROOT, parentPath))
  const folders = [...Map.groupBy(files, (folder) => folder)]
  expect(folders.length).toBeGreaterThan(20)
  const most = (folder: string) => (folder === 'src/server/storage' ? MOST_FILES_OF_STORAGE : MOST_FILES)
  expect(folders.filter(([folder, { length }]) => length > most(folder))).toEqual([])
})

test('The script in the head, with all that it imports, has at most 200 lines that are not empty', () => {
  const files = new Set<string>()
  const read = (file: string) => {
    files.add(file)
    const text = readFileSync(join(ROOT, file), 'utf8')
    for (const [, specifier = ''] of text.matchAll(/^import (?!type).* from '(\..*)'$/gm)) {
      const imported = join(dirname(file), specifier)
      if (!files.has(imported)) read(imported)
    }
  }
  read('src/site/early/entry.ts')
  expect(files.size).toBeGreaterThan(3)
  const lines = [...files].flatMap((file) => readFileSync(join(ROOT, file), 'utf8').split('\n'))
  expect(lines.filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(200)
})

test('The linter refuses imports that the table forbids', async () => {
  const directory = await temporaryDirectory()
  for (const file of ['biome.json', '.gitignore']) cpSync(join(ROOT, file), join(directory, file))
  for (const [folder, target] of Object.entries(FORBIDDEN)) {
    mkdirSync(join(directory, folder), { recursive: true })
    const path = relative(folder, target)
    const specifier = target.startsWith('src/') ? `${path}/file.ts` : target
    writeFileSync(join(directory, folder, 'file.ts'), `import '${specifier}'\n`)
  }
  const options = ['--only=style/noRestrictedImports', '--max-diagnostics=none', '--reporter=json']
  const { stdout } = spawnSync('biome', ['lint', ...options], { cwd: directory, encoding: 'utf8' })
  const { diagnostics }: { diagnostics: { location: { path: string } }[] } = JSON.parse(stdout)
  const refused = diagnostics.map(({ location }) => dirname(location.path))
  expect(refused.sort()).toEqual(Object.keys(FORBIDDEN).sort())
})
