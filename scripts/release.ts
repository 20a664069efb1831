/**
 * Makes the archive that `deploy/upgrade` installs where there is neither npm nor git nor internet, of what was built: the
 * site and the server, their sources, the packages that building and serving need, Node itself, licences and the bill of
 * materials. The same commit gives the same bytes, in any folder and on any day.
 *
 *   node scripts/release.ts [DIRECTORY]     `release` by default
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { licencesOf, productionPackages } from './licences.ts'

/** What of the repository is in the archive, but for tests: programs, sources, and the manual. */
const OF_THE_REPOSITORY = /^((content|deploy|docs|scripts|src)\/|[A-Z]+(\.md)?$|package|tsconfig|vite\.|\.env\.)/

/** What packages bring for compilers and for other platforms. */
const UNUSED = [
  /^node_modules\/node-[^/]+\/(include|share)\//,
  new RegExp(`^node_modules/better-sqlite3/(deps|src|prebuilds/(?!${process.platform}-${process.arch}\\.))`),
]

const target = resolve(process.argv[2] ?? join(import.meta.dirname, '../release'))
process.chdir(join(import.meta.dirname, '..'))
if (run('git', 'status', '--porcelain') !== '') console.error('This archive has changes that are not committed.')

const { name: product, version } = JSON.parse(readFileSync('package.json', 'utf8'))
const committedAt = Number(run('git', 'log', '--max-count=1', '--format=%ct'))
const packages = productionPackages()
const name = `clinic-${version}-${process.platform}-${process.arch}.tar.gz`
mkdirSync(target, { recursive: true })
writeFileSync(join(target, 'licences.txt'), licencesOf(packages))
writeFileSync(join(target, 'sbom.json'), billOfMaterials())
archive(join(target, name))
const hash = createHash('sha256')
  .update(readFileSync(join(target, name)))
  .digest('hex')
writeFileSync(join(target, `${name}.sha256`), `${hash}  ${name}\n`)
console.log(join(target, name))

/** What `npm run sbom` says of production, without the instant and the folder of this run. */
function billOfMaterials(): string {
  const bill = JSON.parse(run('npm', 'sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx'))
  const { serialNumber: _, metadata, ...rest } = bill
  const { tools: __, component, ...of } = metadata
  const timestamp = new Date(committedAt * 1_000).toISOString()
  return `${JSON.stringify({ ...rest, metadata: { ...of, component: { ...component, name: product }, timestamp } }, null, 2)}\n`
}

function archive(file: string): void {
  const repository = run('git', 'ls-files').split('\n')
  const ours = repository.filter((path) => OF_THE_REPOSITORY.test(path) && !/\.test\.tsx?$/.test(path))
  const files = [...ours, ...filesIn('dist'), ...packages.flatMap(filesIn), 'node_modules/.bin/node']
  const used = files.filter((path) => !UNUSED.some((pattern) => pattern.test(path)))
  // With its folders, so that root's umask does not decide who may read them.
  const entries = [...new Set(used.flatMap((path) => [...foldersOf(path), path]))].toSorted()
  const same = ['--owner=0', '--group=0', '--numeric-owner', '--mode=a+rX,u+w,go-w', `--mtime=@${committedAt}`]
  const { status } = spawnSync(
    'tar',
    [
      ...[
        '--create',
        `--file=${file}`,
        '--use-compress-program=gzip -n',
        '--format=gnu',
        ...same,
        '--hard-dereference',
      ],
      ...['--no-recursion', `--transform=flags=r;s,^,clinic-${version}/,`, '--verbatim-files-from', '--files-from=-'],
      ...[`--directory=${target}`, 'licences.txt', 'sbom.json'],
    ],
    { input: entries.join('\n'), stdio: ['pipe', 'inherit', 'inherit'] },
  )
  if (status !== 0) process.exit(1)
}

/** All files below a folder, without packages inside it, which are listed themselves. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (!entry.isDirectory()) return path
    return entry.name === 'node_modules' ? [] : filesIn(path)
  })
}

function foldersOf(path: string): string[] {
  const folder = dirname(path)
  return folder === '.' ? [] : [...foldersOf(folder), folder]
}

/** Runs a program, and returns its output. Ends this one when it fails. */
function run(program: string, ...args: string[]): string {
  const { stdout, status, error } = spawnSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
  })
  if (status === 0) return stdout.trim()
  console.error(`${program} failed.`, error?.message ?? '')
  process.exit(1)
}
