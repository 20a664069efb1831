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
async function newClone() {
  const root = join(await temporaryDirectory(), 'clone')
  mkdirSync(join(root, 'bench'), { recursive: true })
  mkdirSync(join(root, 'bin'))
  cpSync(join(import.meta.dirname, 'prepare.mjs'), join(root, 'scripts/prepare.mjs'))
  const manifest = { dependencies: { server: '1.0.0' }, devDependencies: { vitest: '1.0.0' } }
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(root, 'bench/package.json'), JSON.stringify({ dependencies: { server: '1.0.0' } }))
  for (const file of ['package-lock.json', 'bench/package-lock.json']) writeFileSync(join(root, file), '{}')
  writeFileSync(join(root, 'bin/npm'), NPM)
  chmodSync(join(root, 'bin/npm'), 0o755)
  /** How npm was called, in turn. */
  const prepare = (...parameters: string[]) => {
    const env = { PATH: `${join(root, 'bin')}:${process.env.PATH}` }
    const args = ['scripts/prepare.mjs', '--install-only', ...parameters]
    const { stderr, stdout, status } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' })
    expect({ stdout, status }).toEqual({ stdout: '', status: 0 })
    return stderr.split('\n').filter((line) => line !== '' && !line.startsWith('Installing'))
  }
  return { root, prepare }
}

test('What tests need is installed for them alone, and stays', async () => {
  const { root, prepare } = await newClone()
  expect(prepare()).toEqual([`clone ${LEAN}`])
  expect(prepare()).toEqual([])
  expect(prepare('--tests')).toEqual([`clone ${FULL}`])
  expect([prepare('--tests'), prepare()]).toEqual([[], []])
  utimesSync(join(root, 'package-lock.json'), new Date(), new Date(Date.now() + 60_000))
  expect(prepare()).toEqual([`clone ${FULL}`])
})

test('A folder with its own lockfile is installed for the commands that name it', async () => {
  const { prepare } = await newClone()
  prepare('--tests')
  expect(prepare('--tests', 'bench')).toEqual([`bench ${FULL}`])
  expect(prepare('--tests', 'bench')).toEqual([])
})

test('An installation that was interrupted or lacks a package is repeated', async () => {
  const { root, prepare } = await newClone()
  prepare()
  for (const lost of ['node_modules/.package-lock.json', 'node_modules/server']) {
    rmSync(join(root, lost), { recursive: true })
    expect(prepare()).toEqual([`clone ${LEAN}`])
  }
})

test('A build that fails ends the command, unless an earlier build is enough for it', async () => {
  const { root } = await newClone()
  const [, list = ''] = /BUILD_SOURCES = \[(.+?)\]/s.exec(readFileSync(join(root, 'scripts/prepare.mjs'), 'utf8')) ?? []
  const sources = Array.from(list.matchAll(/'(.+)'/g), ([, source = '']) => join(root, source))
  for (const source of sources) if (!existsSync(source)) mkdirSync(source, { recursive: true })
  writeFileSync(join(root, 'scripts/build.ts'), "console.error('a mistake'); process.exit(1)")
  const prepare = (...parameters: string[]) => {
    const env = { PATH: `${join(root, 'bin')}:${dirname(process.execPath)}:${process.env.PATH}` }
    const { stderr, status } = spawnSync(process.execPath, ['scripts/prepare.mjs', ...parameters], { cwd: root, env })
    return { status, lines: String(stderr).split('\n').slice(-4, -1) }
  }
  const lines = ['Building …', 'a mistake', 'The product could not be built.']
  expect([prepare(), prepare('--keep-build')]).toEqual(Array(2).fill({ status: 1, lines }))
  mkdirSync(join(root, 'dist/server'), { recursive: true })
  writeFileSync(join(root, 'dist/server/assets.json'), '{}')
  utimesSync(join(root, 'dist/server/assets.json'), new Date(0), new Date(0))
  expect(prepare('--keep-build')).toEqual({ status: 0, lines })
  expect(prepare()).toEqual({ status: 1, lines })
})
