/*
 * Makes a clone ready: installs what is missing, then builds what is older than its sources. It runs before every
 * command, under whatever Node the machine has (18 and up), so it uses nothing but Node's own modules. It speaks on
 * standard error alone, because standard output belongs to the command that follows.
 *
 *   node scripts/prepare.mjs                  install and build
 *   node scripts/prepare.mjs --install-only   install
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NEEDED_NODE_MAJOR = 24
const BUILT = 'dist/server/assets.json'
const BUILD_SOURCES = [
  'src/callback-request',
  'src/server',
  'src/site',
  'src/ui',
  'public',
  'scripts/build.ts',
  'vite.config.ts',
  'package-lock.json',
]

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const path = join(process.cwd(), 'node_modules', '.bin') + delimiter + process.env.PATH

if (modified('node_modules/.package-lock.json') < modified('package-lock.json')) {
  say('Installing the packages …')
  run(
    'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    'The packages could not be installed.',
  )
}
requireNode()
if (!process.argv.includes('--install-only') && modified(BUILT) < Math.max(...BUILD_SOURCES.map(newest))) {
  say('Building …')
  run('node', ['scripts/build.ts'], 'The product could not be built.')
}

/** The instant at which a file was last changed, in ms; 0 when it is not there. */
function modified(file) {
  return existsSync(file) ? statSync(file).mtimeMs : 0
}

/** The latest change below a folder; a folder's own time tells of files that were taken away. Tests do not count. */
function newest(file) {
  if (!existsSync(file) || file.endsWith('.test.ts')) return 0
  if (!statSync(file).isDirectory()) return modified(file)
  return Math.max(modified(file), ...readdirSync(file).map((name) => newest(join(file, name))))
}

function requireNode() {
  if (isNewEnough(process.version)) return // the command that follows finds the same one
  const { stdout } = spawnSync('node', ['--version'], { env: { ...process.env, PATH: path }, encoding: 'utf8' })
  if (isNewEnough(stdout)) return
  say(
    `This needs Node ${NEEDED_NODE_MAJOR} or later: found ${process.version}, and none is packaged for this platform.`,
  )
  process.exit(1)
}

function isNewEnough(version) {
  return Number(/^v(\d+)/.exec(version ?? '')?.[1]) >= NEEDED_NODE_MAJOR
}

function run(command, args, complaint) {
  const { status, error } = spawnSync(command, args, {
    env: { ...process.env, PATH: path },
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status === 0) return
  say(error ? `${complaint} ${error.message}` : complaint)
  process.exit(1)
}

function say(line) {
  process.stderr.write(`${line}\n`)
}
