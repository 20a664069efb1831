/*
 * Makes a clone ready: installs what is missing, then builds what is older than its sources, or of other content than
 * that of CONTENT_DIR. It runs before every command, under whatever Node the machine has (18 and later), so it uses
 * nothing but Node's own modules. It writes to standard error only, because standard output belongs to the command that
 * follows.
 *
 *   node scripts/prepare.mjs [--install-only] [--keep-build] [--tests] [FOLDER …]
 *
 *   --install-only   does not build
 *   --keep-build     is content with an earlier build, or none, when the product cannot be built
 *   --tests          also installs what checks and tests need, otherwise only what building and serving need; and builds
 *                    the sample, of which the tests are
 *   FOLDER           also installs this folder, which has its own lockfile
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contentDirectory, contentHash } from './content-directory.mjs'

/** The first version with Argon2, which hashes the passwords of the desk. */
const NEEDED_NODE = '24.7'
const PACKAGED_NODE = `node-${process.platform}-${process.arch}`
const BUILT = 'dist/server/assets.json'
const BUILD_SOURCES = [
  'src/callback-request',
  'src/content',
  'src/desk',
  'src/server',
  'src/site',
  'src/ui',
  'scripts',
  'vite.config.ts',
  'package-lock.json',
]

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
// Vite takes what follows them for no part of a file's name.
const [unreadable] = /[?#]/.exec(process.cwd()) ?? []
if (unreadable) {
  say(`Cannot be built in ${process.cwd()}: rename the folder that has ${unreadable} in its name.`)
  process.exit(1)
}
const path = join(process.cwd(), 'node_modules', '.bin') + delimiter + process.env.PATH
const parameters = process.argv.slice(2)
const builds = !parameters.includes('--install-only')
if (parameters.includes('--tests')) delete process.env.CONTENT_DIR
const content = builds && contentHash(contentDirectory())

for (const folder of ['.', ...parameters.filter((parameter) => !parameter.startsWith('--'))]) install(folder)
requireNode()
if (builds && (modified(BUILT) < Math.max(...BUILD_SOURCES.map(newest)) || builtContent() !== content)) {
  say('Building …')
  const mayFail = parameters.includes('--keep-build')
  run('node', ['scripts/build.ts'], { complaint: 'The product could not be built.', mayFail })
}

/**
 * Installs a folder's packages from its lockfile, unless they are complete and newer than it. Keeps what tests need where
 * it is already installed. The flags take precedence over NODE_ENV and npm's own settings.
 */
function install(folder) {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(join(folder, 'package.json')))
  // npm writes this list last: an interrupted installation has none.
  const list = join(folder, 'node_modules/.package-lock.json')
  const withTests = parameters.includes('--tests') || read(list).includes('"dev": true')
  const needed = Object.keys({ ...dependencies, ...(withTests && devDependencies) })
  if (PACKAGED_NODE in { ...optionalDependencies }) needed.push(PACKAGED_NODE)
  const isComplete = needed.every((name) => existsSync(join(folder, 'node_modules', name)))
  if (isComplete && modified(list) >= modified(join(folder, 'package-lock.json'))) return
  say(folder === '.' ? 'Installing the packages …' : `Installing the packages of ${folder} …`)
  const kinds = ['--include=optional', '--include=peer', withTests ? '--include=dev' : '--omit=dev']
  run('npm', ['ci', ...kinds, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    folder,
    complaint: 'The packages could not be installed.',
  })
}

/** The hash of the content that was built. */
function builtContent() {
  return JSON.parse(read(BUILT)).content
}

/** A file's text; empty when it does not exist. */
function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** The instant at which a file was last changed, in ms; 0 when it does not exist. */
function modified(file) {
  return existsSync(file) ? statSync(file).mtimeMs : 0
}

/** The latest change of a file, or below a folder; a folder's own time shows that files were removed. Tests do not count. */
function newest(path) {
  if (path.endsWith('.test.ts')) return 0
  const entry = statSync(path)
  const below = entry.isDirectory() ? readdirSync(path).map((name) => newest(join(path, name))) : []
  return Math.max(entry.mtimeMs, ...below)
}

function requireNode() {
  if (isNewEnough(process.version)) return // the command that follows finds the same one
  const { stdout } = spawnSync('node', ['--version'], { env: { ...process.env, PATH: path }, encoding: 'utf8' })
  if (isNewEnough(stdout)) return
  say(`This needs Node ${NEEDED_NODE} or later: found ${process.version}, and none is packaged for this platform.`)
  process.exit(1)
}

function isNewEnough(version) {
  const [major, minor] = (version ?? '').replace('v', '').split('.').map(Number)
  const [neededMajor, neededMinor] = NEEDED_NODE.split('.').map(Number)
  return major > neededMajor || (major === neededMajor && minor >= neededMinor)
}

function run(command, args, { folder = '.', complaint, mayFail = false }) {
  const { status, error } = spawnSync(command, args, {
    cwd: folder,
    env: { ...process.env, PATH: path },
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status === 0) return
  say(error ? `${complaint} ${error.message}` : complaint)
  if (!mayFail) process.exit(1)
}

function say(line) {
  process.stderr.write(`${line}\n`)
}
