import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../tests/support/temporary-directory.ts'

/** In place of npm: prints its folder and which kinds it includes, and makes the folders that `npm ci` would make. */
const NPM = `#!/bin/sh
echo "$(basename "$PWD") $*" | sed 's/ --ignore-scripts.*//' >&2
rm -rf node_modules && mkdir -p node_modules/server
case "$*" in *--include=dev*) mkdir node_modules/vitest && echo '"dev": true' > node_modules/.package-lock.json ;;
*) touch node_modules/.package-lock.json ;; esac`
const LEAN = 'ci --include=optional --include=peer --omit=dev'
const FULL = 'ci --include=optional --include=peer --include=dev'

/** A clone whose server needs one package and whose tests need another. */
async function newClone(folder = 'clone') {
  const root = join(await temporaryDirectory(), folder)
  mkdirSync(join(root, 'bench'), { recursive: true })
  mkdirSync(join(root, 'bin'))
  for (const file of ['prepare.mjs', 'content-directory.mjs'])
    cpSync(join(import.meta.dirname, file), join(root, 'scripts', file))
  const manifest = { dependencies: { server: '1.0.0' }, devDependencies: { vitest: '1.0.0' } }
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(root, 'bench/package.json'), JSON.stringify({ dependencies: { server: '1.0.0' } }))
  for (const file of ['package-lock.json', 'bench/package-lock.json']) writeFileSync(join(root, file), '{}')
  writeFileSync(join(root, 'bin/npm'), NPM)
  chmodSync(join(root, 'bin/npm'), 0o755)
  const prepare = (parameters: string[], variables: Record<string, string> = {}) => {
    const env = { PATH: `${join(root, 'bin')}:${dirname(process.execPath)}:${process.env.PATH}`, ...variables }
    const args = ['scripts/prepare.mjs', ...parameters]
    const { stderr, stdout, status } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' })
    return { stdout, status, lines: stderr.split('\n').slice(0, -1) }
  }
  return { root, prepare }
}

test('What tests need is installed for them alone, stays, and is repeated when it was interrupted', async () => {
  const { root, prepare } = await newClone()
  /** How npm was called, in turn. */
  const installs = (...parameters: string[]) => {
    const { lines, ...ended } = prepare(['--install-only', ...parameters])
    expect(ended).toEqual({ stdout: '', status: 0 })
    return lines.filter((line) => !line.startsWith('Installing'))
  }
  expect([installs(), installs()]).toEqual([[`clone ${LEAN}`], []])
  for (const lost of ['node_modules/.package-lock.json', 'node_modules/server']) {
    rmSync(join(root, lost), { recursive: true })
    expect(installs()).toEqual([`clone ${LEAN}`])
  }
  expect(installs('--tests')).toEqual([`clone ${FULL}`])
  expect([installs('--tests'), installs()]).toEqual([[], []])
  // A folder with its own lockfile is installed for the commands that name it.
  expect([installs('--tests', 'bench'), installs('--tests', 'bench')]).toEqual([[`bench ${FULL}`], []])
  utimesSync(join(root, 'package-lock.json'), new Date(), new Date(Date.now() + 60_000))
  expect(installs()).toEqual([`clone ${FULL}`])
})

test('A path that the build cannot read is named in one line, before anything is installed', async () => {
  for (const folder of ['number #1', 'which?/clone']) {
    const { root, prepare } = await newClone(folder)
    const { lines, status } = prepare([])
    const sign = folder.includes('#') ? '#' : '?'
    expect(lines).toEqual([`Cannot be built in ${root}: rename the folder that has ${sign} in its name.`])
    expect(status).toBe(1)
  }
})

/** A clone that can be built, by a program in place of the project's. */
async function newSources(build: string) {
  const { root, prepare } = await newClone()
  const [, list = ''] = /BUILD_SOURCES = \[(.+?)\]/s.exec(readFileSync(join(root, 'scripts/prepare.mjs'), 'utf8')) ?? []
  const sources = Array.from(list.matchAll(/'(.+)'/g), ([, source = '']) => join(root, source))
  for (const source of sources) if (!existsSync(source)) mkdirSync(source, { recursive: true })
  mkdirSync(join(root, 'content/pictures'), { recursive: true })
  writeFileSync(join(root, 'content/pictures/og.jpg'), 'a picture')
  writeFileSync(join(root, 'scripts/build.ts'), build)
  return { root, prepare }
}

test('A build that fails ends the command, unless an earlier build or none is enough for it', async () => {
  const { root, prepare } = await newSources("console.error('a mistake'); process.exit(1)")
  const ended = (...parameters: string[]) => {
    const { status, lines } = prepare(parameters)
    return { status, lines: lines.slice(-3) }
  }
  const lines = ['Building …', 'a mistake', 'The product could not be built.']
  expect(ended('--keep-build')).toEqual({ status: 0, lines })
  mkdirSync(join(root, 'dist/server'), { recursive: true })
  writeFileSync(join(root, 'dist/server/assets.json'), '{}')
  utimesSync(join(root, 'dist/server/assets.json'), new Date(0), new Date(0))
  expect(ended('--keep-build')).toEqual({ status: 0, lines })
  expect(ended()).toEqual({ status: 1, lines })
})

/** In place of the project's build: remembers what it built of. */
const BUILD = `import { mkdirSync, writeFileSync } from 'node:fs'
import { contentDirectory, contentHash } from './content-directory.mjs'
mkdirSync('dist/server', { recursive: true })
writeFileSync('dist/server/assets.json', JSON.stringify({ content: contentHash(contentDirectory()) }))`

test('The site is built again when the content is another than that of the build, wherever it is', async () => {
  const { root, prepare } = await newSources(BUILD)
  const CONTENT_DIR = await temporaryDirectory()
  const builds = (variables: Record<string, string>, ...parameters: string[]) => {
    const { status, lines } = prepare(parameters, variables)
    expect(status, lines.join('\n')).toBe(0)
    return lines.includes('Building …')
  }
  expect([builds({}), builds({})]).toEqual([true, false])
  cpSync(join(root, 'content'), CONTENT_DIR, { recursive: true })
  writeFileSync(join(CONTENT_DIR, '.hidden'), '')
  expect(builds({ CONTENT_DIR })).toBe(false)
  const picture = join(CONTENT_DIR, 'pictures/og.jpg')
  writeFileSync(picture, 'another')
  utimesSync(picture, new Date(0), new Date(0))
  expect([builds({ CONTENT_DIR }), builds({ CONTENT_DIR })]).toEqual([true, false])
  expect([builds({}), builds({ CONTENT_DIR }, '--tests')]).toEqual([true, false])
  // Content that cannot be read ends the command, with one line.
  const none = join(root, 'none')
  const lines = [expect.stringMatching(`^CONTENT_DIR \\(${none}\\) cannot be read: ENOENT`)]
  for (const parameters of [[], ['--keep-build']])
    expect(prepare(parameters, { CONTENT_DIR: none })).toMatchObject({ status: 1, lines })
})
