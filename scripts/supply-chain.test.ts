import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** The folders that are installed from lockfiles of their own. */
const FOLDERS = ['.', 'artwork', 'bench', 'tests/browsers']

/** Licences under which a hospital may run, change and pass on a package, if it keeps the licence's text. */
const ALLOWED = ['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-3-Clause', 'BlueOak-1.0.0', 'Unlicense', 'OFL-1.1']

/** Packages that only the build runs, with other licences. Nothing of them is in what it produces. */
const ALLOWED_FOR_BUILD = [
  { packages: /^lightningcss(-|$)/, license: 'MPL-2.0' },
  { packages: /^argparse$/, license: 'Python-2.0' },
  { packages: /^pako$/, license: '(MIT AND Zlib)' },
  { packages: /^tslib$/, license: '0BSD' },
]

interface LockedPackage {
  version: string
  license?: string
  integrity?: string
  resolved?: string
  dev?: boolean
  devOptional?: boolean
}

const readJson = (folder: string, file: string) => JSON.parse(readFileSync(join(ROOT, folder, file), 'utf8'))
const lockedIn = (folder: string) =>
  Object.entries<LockedPackage>(readJson(folder, 'package-lock.json').packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({ name: path.split('node_modules/').at(-1) ?? '', ...entry }))
/** What building and serving need. */
const production = lockedIn('.').filter(({ dev, devOptional }) => !dev && !devOptional)

test('Each folder requires each package in one exact version, and runs no script to install it', () => {
  for (const folder of FOLDERS) {
    const { dependencies, devDependencies, optionalDependencies } = readJson(folder, 'package.json')
    const required: Record<string, string> = { ...dependencies, ...devDependencies, ...optionalDependencies }
    for (const [name, version] of Object.entries(required)) {
      expect(version, name).toMatch(/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/)
    }
    for (const { name, resolved } of lockedIn(folder)) expect(resolved, name).toBeUndefined()
    expect(readFileSync(join(ROOT, folder, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
  }
})

test('What building and serving need is locked by its hash, under licences that are known', () => {
  expect(production.length).toBeGreaterThan(50)
  for (const { name, license, integrity } of production) {
    expect(integrity, name).toMatch(/^sha512-/)
    const forBuild = ALLOWED_FOR_BUILD.filter(({ packages }) => packages.test(name)).map(({ license }) => license)
    if (license !== undefined && forBuild.includes(license)) continue
    // A package with several parts has a licence for each.
    for (const one of String(license).split(' AND ')) expect(ALLOWED, name).toContain(one)
  }
  // Under its own name it would be a peer of Valibot, which npm then installs for `npm start`: 31 MB that serve nothing.
  const installed = lockedIn('.').filter(({ dev }) => !dev)
  expect(installed.filter(({ name }) => /typescript/.test(name))).toEqual([])
})

test('The bill of materials names what building and serving need, by version and hash, and marks the others', () => {
  const env = { ...process.env, NODE_ENV: 'production', npm_config_omit: 'dev' }
  const { stdout, status } = spawnSync('npm', ['run', '-s', 'sbom'], { cwd: ROOT, encoding: 'utf8', env })
  expect(status).toBe(0)
  const bill: { components: { name: string; version: string; hashes?: object }[] } = JSON.parse(stdout)
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX' })
  const named = bill.components
    .filter((component) => !JSON.stringify(component).includes('"cdx:npm:package:development"'))
    .map(({ name, version, hashes }) => hashes && `${name} ${version}`)
  for (const { name, version } of production) expect(named).toContain(`${name} ${version}`)
  expect(named.filter((name) => name?.startsWith('vitest '))).toEqual([])
})
